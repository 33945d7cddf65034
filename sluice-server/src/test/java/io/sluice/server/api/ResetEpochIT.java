package io.sluice.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Clock;
import io.sluice.core.ManualClock;
import io.sluice.core.Question;
import io.sluice.core.Store;
import io.sluice.redis.RedisStore;
import io.sluice.testkit.RedisServer;
import io.sluice.testkit.http.RawHttp;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** What clients are told of a window that Redis has cut, by its clock, on a machine whose clock is another. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ResetEpochIT {
    private static final String ASKED = "{\"attributes\": {\"path\": \"/\", \"ip\": \"192.0.2.1\"}}";

    /** A store that decides by one clock, on a machine with another. */
    private record FarStore(Store store, Clock clock) implements Store {
        @Override
        public CompletionStage<io.sluice.core.Answer> ask(Question question) {
            return store.ask(question);
        }

        @Override
        public void close() {
            store.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "100/min fixed-window,           2026-11-19T23:40:00Z,     PT0S,      2026-11-19T23:41:00Z",
        "100/min fixed-window,           2026-11-19T23:40:30.5Z,   PT0.1S,    2026-11-19T23:41:00Z",
        "100/min fixed-window,           2026-11-19T23:40:59.999Z, PT0.1S,    2026-11-19T23:41:00Z",
        "100/min fixed-window,           2026-11-19T23:40:30Z,     PT-0.1S,   2026-11-19T23:41:00Z",
        "100/min fixed-window,           2026-11-19T23:40:30Z,     PT3.2S,    2026-11-19T23:41:04Z",
        "100/min fixed-window,           2026-11-19T23:40:30Z,     PT-3.2S,   2026-11-19T23:40:57Z",
        "100/month Europe/Berlin,        2026-11-19T23:40:30Z,     PT0.02S,   2026-11-30T23:00:00Z",
        "100/day fixed-window Asia/Tokyo,2026-11-19T14:59:59Z,     PT0.02S,   2026-11-19T15:00:00Z"
    })
    void theWindowsEndIsTold(String limit, String there, Duration ahead, String end) throws Exception {
        Instant begins = Instant.parse(there);
        try (RedisServer redis = RedisServer.start();
                RedisStore counted = RedisStore.simulation(redis.url(), clock(begins));
                ApiScene scene = new ApiScene(
                        "headers: x-ratelimit\nrules: { all: { per: ip, limit: " + limit + " } }",
                        new FarStore(counted, clock(begins.plus(ahead))))) {
            String answer = RawHttp.to(scene.port())
                    .exchange(
                            "POST /v1/check HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
                                    + "Content-Length: " + ASKED.length() + "\r\n\r\n" + ASKED)
                    .body();
            assertThat(JsonMapper.shared()
                            .readTree(answer)
                            .get("headers")
                            .get("X-RateLimit-Reset")
                            .asLong())
                    .isEqualTo(Instant.parse(end).getEpochSecond());
        }
    }

    private static ManualClock clock(Instant at) {
        return new ManualClock(at.getEpochSecond() * 1_000_000_000L + at.getNano());
    }
}
