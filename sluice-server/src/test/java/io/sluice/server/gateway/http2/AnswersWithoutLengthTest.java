package io.sluice.server.gateway.http2;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.sluice.server.gateway.Leaks;
import io.sluice.server.gateway.RawClient;
import io.sluice.server.tls.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An answer without a length ends with its connection: if the target breaks off before that, the end must not look like one. */
@SuppressWarnings("FutureReturnValueIgnored") // a client that does not get its answer says so
class AnswersWithoutLengthTest {
    private static final String FREE = "rules:\n  all: { limit: 1000000/s }\n";

    private final BlockingQueue<Http2FrameStream> streams = new LinkedBlockingQueue<>();

    @AfterEach
    void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    private void begin(ChannelHandlerContext connection, Object frame) {
        if (frame instanceof Http2HeadersFrame head) {
            Http2FrameStream stream = head.stream();
            connection.write(new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status("200")).stream(stream));
            connection.writeAndFlush(new DefaultHttp2DataFrame(Unpooled.copiedBuffer("half", US_ASCII)).stream(stream));
            streams.add(stream);
        }
    }

    private void isSeenToBreakOff(RawClient client, FrameTarget target) throws Exception {
        client.send("GET / HTTP/1.0\r\nHost: a\r\n\r\n");
        assertThat(client.line("half")).startsWith("HTTP/1.1 200 ").doesNotContainIgnoringCase("content-length");
        target.connections
                .element()
                .writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.INTERNAL_ERROR).stream(streams.take()));
        assertThatThrownBy(client::rest).isInstanceOf(IOException.class);
    }

    @Test
    void aResetTellsIt() throws Exception {
        try (FrameTarget target = new FrameTarget(Http2Settings.defaultSettings(), this::begin);
                Http2Scene scene = Http2Scene.of(FREE, OneUpstream.http2(target.port()));
                RawClient client = RawClient.to(scene.port())) {
            isSeenToBreakOff(client, target);
        }
    }

    @Test
    void overTlsTheFarewellIsMissing(@TempDir Path folder) throws Exception {
        TestCertificate certificate = TestCertificate.make(folder, "first");
        try (FrameTarget target = new FrameTarget(Http2Settings.defaultSettings(), this::begin);
                Http2Scene scene =
                        Http2Scene.withTls(FREE, OneUpstream.http2(target.port()), certificate.write(folder));
                RawClient client = RawClient.on(certificate
                        .client()
                        .getSocketFactory()
                        .createSocket(InetAddress.getLoopbackAddress(), scene.port()))) {
            isSeenToBreakOff(client, target);
        }
    }
}
