package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.Leaks;
import io.sluice.server.gateway.RawClient;
import io.sluice.server.http1.HeadLimits;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On a connection of HTTP/1.1 that was handed over, a head is a request when it is whole, and not before. */
class HandedOverHeadsTest {
    private static final String LIMITED = "rules:\n  all: { per: ip, limit: 100/day }\n";
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String GOOD = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private TestApplication application;
    private Http2Scene scene;

    @BeforeEach
    void start() throws Exception {
        application = TestApplication.http2();
        scene = Http2Scene.of(LIMITED, OneUpstream.http2(application.port()));
    }

    @AfterEach
    void stop() {
        scene.close();
        application.close();
        assertThat(Leaks.found()).isEmpty();
    }

    /** Sends a request, and behind it what is half of another. */
    private RawClient begin(String half) throws Exception {
        RawClient client = RawClient.to(scene.port());
        assertThat(client.send(GOOD + half).reply().status()).isEqualTo(200);
        return client;
    }

    private void nothingButTheFirstRequestHasPassed() throws Exception {
        FrameClient.await("it is gone", () -> scene.gateway.counts().connections() == 0);
        try (RawClient after = RawClient.to(scene.port())) {
            assertThat(after.get("/after").has("X-RateLimit-Remaining: 98"))
                    .as("charged twice")
                    .isTrue();
        }
        assertThat(application.seen).containsExactly("GET /", "GET /after");
    }

    @Test
    void halfAHeadIsNothingWhenTheClientLeaves() throws Exception {
        try (RawClient client = begin("DELETE /x HTTP/1.1\r\nHost: localhost\r\n")) {
            client.send("X-A: b\r\n");
        }
        nothingButTheFirstRequestHasPassed();
    }

    private void startWithLittleTimeForHeads(String rules) throws Exception {
        scene.close();
        scene = Http2Scene.of(
                rules,
                OneUpstream.http2(application.port()),
                new ObjectSettings(100, 0, HeadLimits.USUAL, Duration.ofMillis(200), LONG, LONG, LONG, 100));
    }

    @Test
    void halfAHeadIsNothingWhenItsTimeIsUp() throws Exception {
        startWithLittleTimeForHeads(LIMITED);
        try (RawClient client = begin("")) {
            client.send("DELETE /x HTTP/1.1\r\nHost: localhost\r\n");
            assertThat(client.isClosedByServer()).isTrue();
        }
        nothingButTheFirstRequestHasPassed();
    }

    @Test
    void theTimeForAHeadBeginsWithItsFirstByteThoughThatCameEarly() throws Exception {
        startWithLittleTimeForHeads(LIMITED);
        try (RawClient client = begin("GET /x HTTP/1.1\r\n")) {
            assertThat(client.isClosedByServer()).isTrue();
        }
        nothingButTheFirstRequestHasPassed();
    }

    /** Somebody else, who came later, has run out of it meanwhile. */
    @Test
    void theTimeForAHeadDoesNotBeginWithARefusal() throws Exception {
        startWithLittleTimeForHeads("rules:\n  all: { match: /x, per: ip, limit: 0/day }\n");
        try (RawClient client = begin("")) {
            assertThat(client.get("/x").status()).isEqualTo(429);
            try (RawClient late = begin("")) {
                late.send("GET /x HTTP/1.1\r\n");
                assertThat(late.isClosedByServer()).isTrue();
            }
            assertThat(client.get("/x").status()).isEqualTo(429);
        }
    }

    @Test
    void aBadHeadThatComesInPiecesIsRefusedAndNothingElse() throws Exception {
        String[][] heads = {
            {"GET /x HTTP/1.1\r\nHost: a\r\n", "Host: b\r\n\r\n"},
            {"GET /x HTTP/1.1\r\nHost: a\r\nX: a\r\n", " b\r\n\r\n"},
            {"GET /x HTTP/1.1\r\nHost: a\r\n", "X: a\u0001b\r\n\r\n"},
            {"POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"}
        };
        for (String[] head : heads) {
            application.seen.clear();
            try (RawClient client = begin(head[0])) {
                assertThat(client.send(head[1]).reply().status()).isEqualTo(400);
            }
            FrameClient.await("it is gone", () -> scene.gateway.counts().connections() == 0);
            assertThat(application.seen).containsExactly("GET /");
        }
        try (RawClient after = RawClient.to(scene.port())) {
            assertThat(after.get("/after").has("X-RateLimit-Remaining: 95")).isTrue();
        }
    }
}
