package io.sluice.server.grpc;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MaxMessagesRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.local.LocalIoHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A connection that is handed over. */
class AcceptedTest {
    private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, LocalIoHandler.newFactory());
    private final Accepted accepted = new Accepted(loop);
    private final EmbeddedChannel connection = new EmbeddedChannel();
    private final CompletableFuture<Object> handed = new CompletableFuture<>();

    @BeforeEach
    void handOver() throws Exception {
        loop.register(accepted.listening()).sync();
        accepted.listening().pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext ctx, Object message) {
                handed.complete(message);
            }
        });
        accepted.hand(connection, Unpooled.copiedBuffer("PRI *", US_ASCII));
        assertThat(handed.get(10, TimeUnit.SECONDS)).isSameAs(connection);
        accepted.listening().eventLoop().submit(() -> {}).sync();
    }

    @AfterEach
    void end() {
        connection.finishAndReleaseAll();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    @Test
    void isReadOnceBeforeItIsAnswered() {
        MaxMessagesRecvByteBufAllocator reads = connection.config().getRecvByteBufAllocator();

        assertThat(reads.maxMessagesPerRead()).isEqualTo(1);
    }

    @Test
    void sendsSmallPiecesAsOne() {
        assertThat(connection.pipeline().first()).isInstanceOf(Gathering.class);
    }

    @Test
    void goesOnWithWhatWasReadOfIt() {
        assertThat(connection.config().isAutoRead()).isFalse();

        connection.runPendingTasks();

        assertThat(connection.config().isAutoRead()).isTrue();
        ByteBuf read = connection.readInbound();
        assertThat(read.toString(US_ASCII)).isEqualTo("PRI *");
        read.release();
    }
}
