package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.sluice.server.gateway.Leaks;
import io.sluice.server.gateway.RawClient;
import io.sluice.server.gateway.RawUpstream;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An answer whose status is none is answered with 502, and other requests on the connection of the client go on. */
class MalformedStatusTest {
    private static final String FREE = "rules:\n  all: { limit: 1000000/s }\n";

    @AfterEach
    void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 099 x",
                "HTTP/1.1 000 x",
                "HTTP/1.1 20 x",
                "HTTP/1.1 2 x",
                "HTTP/1.1 0200 OK",
                "HTTP/1.1 1000 x",
                "HTTP/1.1 999999 x",
                "HTTP/1.1 -200 x",
                "HTTP/1.1 +200 x",
                "HTTP/1.1 200OK",
                "HTTP/1.1 2x0 OK",
                "HTTP/3.0 200 OK",
                "HTTP/2 200 OK",
                "HTTP/1.2 200 OK",
                "http/1.1 200 OK",
                "SIP/2.0 200 OK"
            })
    void overHttp1IsNoAnswer(String statusLine) throws Exception {
        try (RawUpstream target = RawUpstream.start(request -> request.line().contains("/good")
                        ? request.ok("good")
                        : request.answer(statusLine + "\r\nContent-Length: 2\r\n\r\nhi"));
                Http2Scene scene =
                        Http2Scene.of(FREE, OneUpstream.http1(target.address().getPort()));
                FrameClient client = scene.client()) {
            assertThat(client.get("/bad").whole().status()).isEqualTo(502);
            assertThat(client.request("HEAD", "/bad", FrameClient.END_STREAM)
                            .whole()
                            .status())
                    .isEqualTo(502);
            assertThat(client.get("/good").whole().text()).isEqualTo("good");
            assertThat(client.goAway).hasValue(-1);
        }
    }

    @Test
    void overHttp1AnyThreeDigitsFrom100OnAreAStatus() throws Exception {
        try (RawUpstream target = RawUpstream.start(request ->
                        request.answer("HTTP/1.0 103 x\r\n\r\nHTTP/1.1 999 x\r\nContent-Length: 2\r\n\r\nhi"));
                Http2Scene scene =
                        Http2Scene.of(FREE, OneUpstream.http1(target.address().getPort()));
                FrameClient client = scene.client()) {
            FrameAnswer answer = client.get("/").whole();
            assertThat(answer.status()).isEqualTo(103);
            assertThat(answer.last().status()).hasToString("999");
            assertThat(answer.text()).isEqualTo("hi");
        }
    }

    private static FrameTarget http2(String status) throws IOException {
        return new FrameTarget(Http2Settings.defaultSettings(), (connection, frame) -> {
            if (frame instanceof Http2HeadersFrame head) {
                boolean good = head.headers().path().toString().equals("/good");
                answer(connection, head.stream(), good ? "200" : status);
            }
        });
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a client that does not get its answer says so
    private static void answer(ChannelHandlerContext connection, Http2FrameStream stream, String status) {
        DefaultHttp2Headers head = new DefaultHttp2Headers(false);
        head.add(":status", status);
        connection.writeAndFlush(new DefaultHttp2HeadersFrame(head, true).stream(stream));
    }

    @ParameterizedTest
    @ValueSource(strings = {"099", "000", "20", "2", "0200", "1000", "999999", "-20", "2x0", "200 "})
    void overHttp2IsNoAnswer(String status) throws Exception {
        try (FrameTarget target = http2(status);
                Http2Scene scene = Http2Scene.of(FREE, OneUpstream.http2(target.port()));
                FrameClient client = scene.client();
                RawClient http1 = RawClient.to(scene.port())) {
            assertThat(client.get("/bad").whole().status()).isEqualTo(502);
            assertThat(client.get("/good").whole().status()).isEqualTo(200);
            assertThat(client.goAway).hasValue(-1);
            assertThat(http1.get("/bad").status()).isEqualTo(502);
            assertThat(http1.get("/good").status()).isEqualTo(200);
        }
    }
}
