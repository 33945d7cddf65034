package io.sluice.server.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslContextBuilder;
import io.sluice.server.net.Loops;
import io.sluice.server.net.Loops.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Over real sockets; where there is no epoll there is no shortcut, which is all that can be seen then. */
class ShortcutTest {
    private static final int MORE_THAN_A_SOCKET_TAKES = 64 << 20;

    private final Loops loops = Loops.start(Transport.best(), 1);
    private final ServerSocket server;
    private final Channel channel;
    private final Socket other;

    ShortcutTest() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        channel = connect(loops);
        other = server.accept();
    }

    private Channel connect(Loops by) {
        return new Bootstrap()
                .group(by.group())
                .channel(by.connecting())
                .handler(new ChannelInboundHandlerAdapter())
                .connect(server.getInetAddress(), server.getLocalPort())
                .syncUninterruptibly()
                .channel();
    }

    @AfterEach
    void leave() throws IOException {
        channel.close().syncUninterruptibly();
        other.close();
        server.close();
        loops.close();
    }

    private <T> T onLoop(Callable<T> task) throws Exception {
        return channel.eventLoop().submit(task).get();
    }

    private boolean isHere() {
        if (loops.transport() != Transport.EPOLL) {
            System.err.println("NOT TESTED: the shortcut to a socket, because there is no epoll here");
        }
        return loops.transport() == Transport.EPOLL;
    }

    private Shortcut shortcut() {
        return Objects.requireNonNull(Shortcut.of(channel));
    }

    @Test
    void sendsWhatTheSocketTakesAtOnce() throws Exception {
        if (!isHere()) {
            return;
        }
        ByteBuf bytes = Unpooled.directBuffer().writeBytes("hello".getBytes(US_ASCII));
        boolean rest = onLoop(() -> {
            assertThat(shortcut().isFree()).isTrue();
            shortcut().send(bytes);
            return bytes.isReadable();
        });
        assertThat(rest).isFalse();
        assertThat(other.getInputStream().readNBytes(5)).isEqualTo("hello".getBytes(US_ASCII));
        bytes.release();
    }

    @Test
    void leavesWhatTheSocketDoesNotTake() throws Exception {
        if (!isHere()) {
            return;
        }
        ByteBuf bytes = Unpooled.directBuffer(MORE_THAN_A_SOCKET_TAKES).writeZero(MORE_THAN_A_SOCKET_TAKES);
        int left = onLoop(() -> {
            shortcut().send(bytes);
            shortcut().send(bytes);
            return bytes.readableBytes();
        });
        assertThat(left).isBetween(1, MORE_THAN_A_SOCKET_TAKES - 1);
        bytes.release();
    }

    @Test
    void isNotFreeWhileSomethingWaitsToBeSent() throws Exception {
        if (!isHere()) {
            return;
        }
        boolean free = onLoop(() -> {
            var unused = channel.write(Unpooled.copiedBuffer("first", US_ASCII));
            return shortcut().isFree();
        });
        assertThat(free).isFalse();
        boolean freeAgain = onLoop(() -> {
            channel.flush();
            return shortcut().isFree();
        });
        assertThat(freeAgain).isTrue();
    }

    @Test
    void sendsNothingOnceTheChannelIsClosed() throws Exception {
        if (!isHere()) {
            return;
        }
        Shortcut shortcut = shortcut();
        channel.close().syncUninterruptibly();
        ByteBuf bytes = Unpooled.directBuffer().writeBytes("late".getBytes(US_ASCII));
        boolean free = onLoop(() -> {
            shortcut.send(bytes);
            return shortcut.isFree();
        });
        assertThat(free).isFalse();
        assertThat(bytes.readableBytes()).isEqualTo(4);
        bytes.release();
    }

    @Test
    void isNotThereUnderTlsNorByAnotherTransport() throws Exception {
        try (Loops plain = Loops.start(Transport.NIO, 1)) {
            Channel another = connect(plain);
            assertThat(Shortcut.of(another)).isNull();
            another.close().syncUninterruptibly();
        }
        var tls = SslContextBuilder.forClient().build().newHandler(channel.alloc());
        channel.pipeline().addFirst(tls);
        assertThat(Shortcut.of(channel)).isNull();
    }
}
