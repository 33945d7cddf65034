package io.sluice.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdminHandlerTest {
    private final Queue<Runnable> unread = new ArrayDeque<>();
    private final EmbeddedChannel channel =
            new EmbeddedChannel(new SlowPeer(), new AdminHandler(router(), Runnable::run, () -> false, () -> {}));

    /** Takes what is sent when the test lets it. */
    private final class SlowPeer extends ChannelOutboundHandlerAdapter {
        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            unread.add(() -> {
                var unused = context.writeAndFlush(message, promise);
            });
        }
    }

    private static Router router() {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 9090);
        Access access = new Access(AdminSettings.of(address, "127.0.0.1", null));
        return new Router(access, List.of(Endpoint.open("/readyz", request -> Reply.text(200, "ok\n"))));
    }

    private void ask(String target) {
        DefaultFullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, target);
        request.headers().set("Host", "localhost");
        channel.writeInbound(request);
        channel.runPendingTasks();
    }

    @AfterEach
    void end() {
        channel.finishAndReleaseAll();
    }

    @Test
    void readsOnWhenTheAnswerHasGoneOut() {
        ask("/readyz");
        assertThat(unread).hasSize(1);
        assertThat(channel.config().isAutoRead()).isFalse();
        Objects.requireNonNull(unread.poll()).run();
        FullHttpResponse answer = channel.readOutbound();
        assertThat(answer.status().code()).isEqualTo(200);
        answer.release();
        assertThat(channel.config().isAutoRead()).isTrue();
    }
}
