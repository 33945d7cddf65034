package io.sluice.server.gateway.http2;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2PingFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.DefaultHttp2SettingsFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2PingFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2SettingsAckFrame;
import io.sluice.server.gateway.Leaks;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Targets that do in HTTP/2 what is allowed and rare. */
@SuppressWarnings("FutureReturnValueIgnored") // a client that does not get its answer says so
class OddTargetsTest {
    private static final String FREE = "rules:\n  all: { limit: 1000000/s }\n";
    /** More than the gateway takes for a client that has no window, and no more than it lets a target send meanwhile. */
    private static final int LENGTH = 90_000;

    @AfterEach
    void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    private static void answer(ChannelHandlerContext connection, Http2FrameStream stream, int status, boolean end) {
        DefaultHttp2Headers head = new DefaultHttp2Headers();
        connection.writeAndFlush(
                new DefaultHttp2HeadersFrame(head.status(Integer.toString(status)), end).stream(stream));
    }

    /** Takes no requests until it is told to. */
    private static FrameTarget busy(AtomicInteger acknowledged) throws IOException {
        return new FrameTarget(Http2Settings.defaultSettings().maxConcurrentStreams(0), (connection, frame) -> {
            if (frame instanceof Http2SettingsAckFrame) {
                acknowledged.incrementAndGet();
            } else if (frame instanceof Http2HeadersFrame head) {
                answer(connection, head.stream(), 200, true);
            }
        });
    }

    @Test
    void whoTakesNoRequestsYetIsWaitedFor() throws Exception {
        AtomicInteger acknowledged = new AtomicInteger();
        try (FrameTarget target = busy(acknowledged);
                Http2Scene scene = Http2Scene.of(FREE, OneUpstream.http2(target.port()));
                FrameClient client = scene.client()) {
            FrameAnswer first = client.get("/");
            FrameAnswer second = client.get("/");
            FrameClient.await("it has said so", () -> acknowledged.get() == 1);
            ChannelHandlerContext connection = target.connections.peek();
            connection.writeAndFlush(new DefaultHttp2SettingsFrame(
                    Http2Settings.defaultSettings().maxConcurrentStreams(10)));
            assertThat(first.whole().status()).isEqualTo(200);
            assertThat(second.whole().status()).isEqualTo(200);
            assertThat(target.connections).hasSize(1);
        }
    }

    @Test
    void whoNeverTakesRequestsIsGivenUp() throws Exception {
        AtomicInteger acknowledged = new AtomicInteger();
        try (FrameTarget target = busy(acknowledged);
                Http2Scene scene = Http2Scene.of(
                        FREE,
                        OneUpstream.http2(target.port()).times(new UpstreamTimes(300, 20_000, 20_000, 20_000, 0)));
                FrameClient client = scene.client()) {
            assertThat(client.get("/").whole().status()).isEqualTo(504);
            assertThat(scene.upstream.told).containsExactly("failed", "failed");
            assertThat(target.connections).hasSize(2);
        }
    }

    /** Answers an upload at once, says that the rest of it is not wanted, and then something that the other side answers. */
    private static FrameTarget eager(AtomicBoolean heard) throws IOException {
        return new FrameTarget(Http2Settings.defaultSettings(), (connection, frame) -> {
            if (frame instanceof Http2PingFrame ping && ping.ack()) {
                heard.set(true);
            } else if (frame instanceof Http2HeadersFrame head) {
                answer(connection, head.stream(), 413, false);
                byte[] body = "x".repeat(LENGTH).getBytes(US_ASCII);
                connection
                        .writeAndFlush(
                                new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(body), true).stream(head.stream()))
                        .addListener(written -> {
                            connection.write(new DefaultHttp2ResetFrame(Http2Error.NO_ERROR).stream(head.stream()));
                            connection.writeAndFlush(new DefaultHttp2PingFrame(7));
                        });
            }
        });
    }

    @Test
    void anEarlyAnswerComesWholeThoughTheTargetWantsNothingMore() throws Exception {
        AtomicBoolean heard = new AtomicBoolean();
        try (FrameTarget target = eager(heard);
                Http2Scene scene = Http2Scene.of(FREE, OneUpstream.http2(target.port()));
                FrameClient client = scene.client()) {
            byte[] noWindow =
                    ByteBuffer.allocate(6).putShort((short) 4).putInt(0).array();
            client.frame(FrameClient.SETTINGS, 0, 0, noWindow);
            FrameAnswer upload = client.request("POST", "/", 0);
            FrameClient.await("the gateway has heard all", heard::get);
            client.window(0, LENGTH);
            client.window(upload.stream, LENGTH);
            FrameClient.await("an end", () -> upload.ended || upload.reset > 0);
            assertThat(upload.status()).isEqualTo(413);
            assertThat(upload.size()).isEqualTo(LENGTH);
            assertThat(scene.upstream.told).containsExactly("succeeded 413");
        }
    }
}
