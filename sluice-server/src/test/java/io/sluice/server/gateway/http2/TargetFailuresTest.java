package io.sluice.server.gateway.http2;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.Leaks;
import io.sluice.server.gateway.RawUpstream;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import io.sluice.server.http1.HeadLimits;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What clients of HTTP/2 see when a target does not answer, and that gRPC's answers stay what they are. */
class TargetFailuresTest {
    private static final String FREE = "rules:\n  all: { limit: 1000000/s }\n";

    @AfterEach
    void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    /** Nobody listens there. */
    private static int deadPort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Test
    void anotherTargetIsTriedIfOneCannotBeReached() throws Exception {
        try (TestApplication application = TestApplication.http2();
                Http2Scene scene = Http2Scene.of(FREE, OneUpstream.http2(deadPort(), application.port()));
                FrameClient client = scene.client()) {
            assertThat(client.get("/").whole().status()).isEqualTo(200);
            assertThat(scene.upstream.told).containsExactly("failed", "succeeded 200");
        }
    }

    @Test
    void anyRequestGoesElsewhereIfATargetCannotBeReached() throws Exception {
        for (boolean http2 : new boolean[] {false, true}) {
            try (TestApplication application = http2 ? TestApplication.http2() : TestApplication.http1();
                    Http2Scene scene = Http2Scene.of(
                            FREE,
                            http2
                                    ? OneUpstream.http2(deadPort(), application.port())
                                    : OneUpstream.http1(deadPort(), application.port()));
                    FrameClient client = scene.client()) {
                FrameAnswer upload = client.request("POST", "/echo", 0);
                client.body(upload, "whole".getBytes(US_ASCII));
                assertThat(upload.whole().status()).isEqualTo(200);
                assertThat(upload.text()).isEqualTo("whole");
                assertThat(scene.upstream.told).containsExactly("failed", "succeeded 200");
            }
        }
    }

    @Test
    void whatIsNotIdempotentIsNotSentTwice() throws Exception {
        try (RawUpstream breaking = RawUpstream.start(request -> false);
                TestApplication application = TestApplication.http1();
                Http2Scene scene =
                        Http2Scene.of(FREE, OneUpstream.http1(breaking.address().getPort(), application.port()));
                FrameClient client = scene.client()) {
            FrameAnswer post = client.request("POST", "/", FrameClient.END_STREAM);
            assertThat(post.whole().status()).isEqualTo(502);
            assertThat(breaking.requests).hasSize(1);
            assertThat(application.seen).isEmpty();
        }
    }

    @Test
    void aTargetThatTakesTooLongIsGivenUp() throws Exception {
        UpstreamTimes hasty = new UpstreamTimes(5_000, 200, 20_000, 20_000, 0);
        for (boolean http2 : new boolean[] {false, true}) {
            try (TestApplication application = http2 ? TestApplication.http2() : TestApplication.http1();
                    Http2Scene scene = Http2Scene.of(
                            FREE,
                            (http2 ? OneUpstream.http2(application.port()) : OneUpstream.http1(application.port()))
                                    .times(hasty));
                    FrameClient client = scene.client()) {
                assertThat(client.get("/never").whole().status()).isEqualTo(504);
                assertThat(scene.upstream.told).containsExactly("failed");
            }
        }
    }

    @Test
    void withoutATargetTheClientIsToldWhenToComeBack() throws Exception {
        try (Http2Scene scene = Http2Scene.of(FREE, OneUpstream.none());
                FrameClient client = scene.client()) {
            FrameAnswer answer = client.get("/").whole();
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("retry-after")).isEqualTo("7");
        }
    }

    @Test
    void aClientThatDoesNotSendItsBodyIsGivenUp() throws Exception {
        ObjectSettings impatient = new ObjectSettings(
                100,
                0,
                HeadLimits.USUAL,
                Duration.ofSeconds(10),
                Duration.ofMillis(200),
                Duration.ofSeconds(60),
                Duration.ofSeconds(30),
                100);
        try (TestApplication application = TestApplication.http1();
                Http2Scene scene = Http2Scene.of(FREE, OneUpstream.http1(application.port()), impatient);
                FrameClient client = scene.client()) {
            FrameAnswer answer = client.request("POST", "/hash", 0).awaitReset();
            assertThat(answer.status()).isEqualTo(408);
            assertThat(scene.upstream.told).containsExactly("dropped");
        }
    }

    @Test
    void answersOfGrpcThatAreNothingButTrailersStaySo() throws Exception {
        try (TestApplication application = TestApplication.http2();
                Http2Scene scene = Http2Scene.of(
                        "rules:\n  one: { per: ip, limit: 1/min }\n", OneUpstream.http2(application.port()));
                FrameClient client = scene.client()) {
            FrameAnswer passed = call(client);
            assertThat(passed.header("grpc-status")).isEqualTo("5");
            FrameAnswer refused = call(client);
            assertThat(refused.header("grpc-status")).isEqualTo("8");
        }
    }

    private static FrameAnswer call(FrameClient client) throws Exception {
        FrameAnswer answer = client.request(
                        "POST", "/grpc", FrameClient.END_STREAM, "content-type", "application/grpc", "te", "trailers")
                .whole();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.heads).hasSize(1);
        assertThat(answer.ended).isTrue();
        assertThat(answer.size()).isZero();
        return answer;
    }
}
