package io.sluice.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.redis.RedisStore;
import io.sluice.rules.RuleEngine;
import io.sluice.testkit.RedisServer;
import io.sluice.testkit.http.RawAnswer;
import io.sluice.testkit.http.RawHttp;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Where decisions take time, and where they cannot be made any more. */
class RedisDoorIT {
    private static final String RULES = "version: 1\nrules:\n  two: { per: ip, limit: 2/day }\n";

    @Test
    void noThreadWaitsForADecision() throws Exception {
        try (RedisServer redis = RedisServer.start();
                JettyDoor door = door(redis, UnaryOperator.identity())) {
            RawHttp client = RawHttp.to(door.port());
            assertThat(client.get("/1").headers("X-RateLimit-Remaining")).containsExactly("1");
            assertThat(client.get("/2").headers("X-RateLimit-Remaining")).containsExactly("0");
            RawAnswer third = client.get("/3");
            assertThat(third.status()).isEqualTo(429);
            assertThat(third.body()).contains("Maximum 2 requests per day allowed.");
            assertThat(door.seen()).containsExactly("ASYNC GET /1", "ASYNC GET /2");
        }
    }

    @Test
    void orTheRequestsOwnThreadDoes() throws Exception {
        try (RedisServer redis = RedisServer.start();
                JettyDoor door = door(redis, FilterSettings::waitInThread)) {
            RawHttp client = RawHttp.to(door.port());
            client.get("/1");
            client.get("/2");
            assertThat(client.get("/3").status()).isEqualTo(429);
            assertThat(door.seen()).containsExactly("REQUEST GET /1", "REQUEST GET /2");
        }
    }

    @Test
    void aDeadStoreLeavesTheDoorWorking_23() throws Exception {
        try (RedisServer redis = RedisServer.start();
                JettyDoor door = door(redis, UnaryOperator.identity())) {
            RawHttp client = RawHttp.to(door.port());
            assertThat(client.get("/").status()).isEqualTo(200);
            redis.pause();
            int stuck = client.get("/").status();
            redis.kill();
            assertThat(stuck).isIn(200, 429);
            for (int i = 0; i < 3; i++) {
                client.get("/");
            }
            assertThat(client.get("/").status())
                    .as("still limited, by this process alone")
                    .isEqualTo(429);
        }
    }

    private static JettyDoor door(RedisServer redis, UnaryOperator<FilterSettings> settings) throws Exception {
        RedisStore store =
                RedisStore.builder(redis.url()).budget(Duration.ofSeconds(2)).build();
        RuleEngine engine = new RuleEngine(Rules.parse(RULES), store);
        FilterSettings usual = FilterSettings.of(engine, store.clock()).atEnd(engine::close);
        return JettyDoor.start(settings.apply(usual).filter(), true, JettyDoor::serve);
    }
}
