package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of requests that do not end as they should: one side is early, slow, or gone. */
@ParameterizedClass
@EnumSource
class Http2EndingsTest extends BeforeEither {
    @Test
    void whoLeavesWhileWaitingGetsThePermitsBack() throws Exception {
        open("rules:\n  queue: { per: ip, limit: 1/s leaky-queue 2, when-limited: delay }\n");
        client.get("/").whole();
        FrameAnswer waiting = client.get("/");
        FrameClient.await("an alarm", () -> scene.path.waiting().availablePermits() < 10_000);
        client.reset(waiting.stream);
        FrameClient.await("given up", () -> scene.path.waiting().availablePermits() == 10_000);
        FrameAnswer next = client.get("/");
        FrameClient.await("an alarm", () -> scene.path.waiting().availablePermits() < 10_000);
        passTimeUntilAnswered(next);
        assertThat(next.status()).isEqualTo(200);
        assertThat(application.seen).hasSize(2);
    }

    @Test
    void aRequestThatNobodyServesIsNotFound() throws Exception {
        open(TWO);
        assertThat(client.get("/nowhere").whole().status()).isEqualTo(404);
        assertThat(application.seen).isEmpty();
    }

    @Test
    void anAnswerThatBreaksOffIsReset() throws Exception {
        open(FREE);
        FrameAnswer half = client.get("/half").awaitReset();
        assertThat(half.status()).isEqualTo(200);
        assertThat(half.ended).isFalse();
        assertThat(scene.upstream.told).containsExactly("failed");
    }

    @Test
    void aTargetThatBreaksIsTriedOnceMoreAndThenABadGateway() throws Exception {
        open(FREE);
        assertThat(client.get("/reset").whole().status()).isEqualTo(502);
        assertThat(scene.upstream.told).containsExactly("failed", "failed");
        FrameAnswer post =
                client.request("POST", "/reset", FrameClient.END_STREAM).whole();
        assertThat(post.status()).isEqualTo(502);
        assertThat(scene.upstream.told).containsExactly("failed", "failed", "failed");
        assertThat(application.seen).containsExactly("GET /reset", "GET /reset", "POST /reset");
    }

    @Test
    void anAnswerBeforeTheEndOfTheRequestStopsTheRequest() throws Exception {
        open(FREE);
        FrameAnswer eager = client.request("POST", "/eager", 0);
        client.data(eager.stream, new byte[10], 0);
        eager.awaitReset();
        assertThat(eager.status()).isEqualTo(413);
        assertThat(eager.text()).isEqualTo("too large");
        assertThat(eager.reset).isZero();
        assertThat(client.get("/").whole().status()).isEqualTo(200);
    }

    @Test
    void anAnswerBeforeTheEndOfTheRequestComesWhole() throws Exception {
        open(FREE);
        FrameAnswer eager = client.request("POST", "/eager/100000", 0);
        FrameClient.await("a full window", () -> eager.size() == 65_535 || eager.reset >= 0);
        client.window(0, 100_000);
        client.window(eager.stream, 100_000);
        eager.awaitReset();
        assertThat(eager.size()).isEqualTo(100_000);
        assertThat(eager.ended).isTrue();
        assertThat(eager.reset).isZero();
    }

    @Test
    void aRefusedUploadIsNotRead() throws Exception {
        open("rules:\n  none: { per: ip, limit: 0/min }\n");
        FrameAnswer upload = client.request("POST", "/hash", 0, "content-length", "1000000");
        upload.awaitReset();
        assertThat(upload.status()).isEqualTo(429);
        assertThat(upload.reset).isZero();
        assertThat(application.seen).isEmpty();
    }

    @Test
    void theClientOfARequestUnderWayMayLeave() throws Exception {
        open(FREE);
        FrameAnswer never = client.get("/never");
        FrameClient.await("the request has come", () -> !application.seen.isEmpty());
        client.reset(never.stream);
        FrameClient.await("told", () -> List.copyOf(scene.upstream.told).equals(List.of("dropped")));
        assertThat(client.get("/").whole().status()).isEqualTo(200);
    }

    @Test
    void aSlowReaderHoldsUpNobodyAndLittleMemory() throws Exception {
        open(FREE);
        FrameAnswer stalled = client.get("/bytes/50000000");
        FrameClient.await("a full window", () -> stalled.size() == 65_535);
        client.window(0, 1_000_000);
        assertThat(client.get("/").whole().text()).isEqualTo("served");
        for (int i = 0; i < 10; i++) {
            FrameAnswer other = client.get("/bytes/60000").whole();
            assertThat(other.bytes()).isEqualTo(ApplicationHandler.bytes(60_000));
        }
        assertThat(stalled.size()).isEqualTo(65_535);
        client.reset(stalled.stream);
        FrameClient.await("told", () -> scene.upstream.told.contains("dropped"));
    }
}
