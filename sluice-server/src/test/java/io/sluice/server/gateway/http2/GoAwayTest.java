package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.Leaks;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A target that goes away in good order is not noticed by anybody, and not taken for one that fails. */
class GoAwayTest {
    private static final String FREE = "rules:\n  all: { limit: 1000000/s }\n";

    @AfterEach
    void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    private static FrameAnswer post(FrameClient client, String path) throws Exception {
        return client.request("POST", path, FrameClient.END_STREAM);
    }

    @Test
    void whatItHasNotSeenIsSentAgainAndTheRestEnds() throws Exception {
        try (GoingTarget target = new GoingTarget(3, 1);
                Http2Scene scene = Http2Scene.of(FREE, OneUpstream.http2(target.port()));
                FrameClient client = scene.client()) {
            FrameAnswer below = post(client, "/below");
            FrameClient.await("the first has come", () -> target.seen.size() == 1);
            FrameAnswer above = post(client, "/above");
            FrameAnswer highest = client.get("/highest");
            assertThat(List.of(
                            below.whole().status(),
                            above.whole().status(),
                            highest.whole().status()))
                    .containsOnly(200);
            assertThat(target.seen)
                    .containsExactlyInAnyOrder(
                            "1 POST /below", "1 POST /above", "1 GET /highest", "2 POST /above", "2 GET /highest");
            assertThat(scene.upstream.told)
                    .containsExactlyInAnyOrder("dropped", "dropped", "succeeded 200", "succeeded 200", "succeeded 200");
        }
    }

    @Test
    void evenTheFirstOfAConnectionIsSentAgain() throws Exception {
        try (GoingTarget target = new GoingTarget(1, 0);
                Http2Scene scene = Http2Scene.of(FREE, OneUpstream.http2(target.port()));
                FrameClient client = scene.client()) {
            assertThat(post(client, "/").whole().status()).isEqualTo(200);
            assertThat(target.seen).containsExactly("1 POST /", "2 POST /");
            assertThat(scene.upstream.told).containsExactly("dropped", "succeeded 200");
        }
    }

    @Test
    void whatComesAfterTheWordGoesElsewhere() throws Exception {
        try (GoingTarget target = new GoingTarget(1, 2);
                Http2Scene scene = Http2Scene.of(FREE, OneUpstream.http2(target.port()));
                FrameClient client = scene.client()) {
            FrameAnswer before = post(client, "/before");
            FrameClient.await("the gateway knows", () -> target.heard);
            assertThat(post(client, "/after").whole().status()).isEqualTo(200);
            assertThat(before.whole().status()).isEqualTo(200);
            assertThat(target.seen).containsExactly("1 POST /before", "2 POST /after");
            assertThat(scene.upstream.told).containsExactly("succeeded 200", "succeeded 200");
        }
    }

    @Test
    void aBodyThatComesBetweenTwoConnectionsIsSentWhole() throws Exception {
        try (HesitantTarget target = new HesitantTarget();
                Http2Scene scene = Http2Scene.of(FREE, OneUpstream.http2(target.port()));
                FrameClient client = scene.client()) {
            FrameAnswer upload = client.request("POST", "/", 0);
            FrameClient.await("the second connection", () -> target.connections.get() == 2);
            FrameClient.await("the settings are known", () -> client.acknowledged.get() == 1);
            client.data(upload.stream, new byte[1_000], 0);
            client.frame(FrameClient.PING, 0, 0, new byte[8]);
            FrameClient.await("the gateway has it", () -> client.acknowledged.get() == 2);
            target.speak.countDown();
            client.data(upload.stream, new byte[100], FrameClient.END_STREAM);
            assertThat(upload.whole().status()).isEqualTo(200);
            assertThat(target.received).hasValue(1_100);
        }
    }
}
