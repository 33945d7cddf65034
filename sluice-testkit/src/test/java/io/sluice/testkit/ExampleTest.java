package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The examples of the package's documentation, word for word. */
class ExampleTest {
    private static final Pattern EXAMPLE = Pattern.compile("<pre>\\{@code\n(.*?)\\}</pre>", Pattern.DOTALL);

    @Test
    void timeIsMovedByHand() {
        ManualClock clock = new ManualClock();
        try (Store store = Store.memory(clock)) {
            AsyncRateLimiter limiter = store.limiter("login", Limit.parse("5/15m sliding-log"));
            limiter.tryAcquire("ann", 5);
            clock.advance(Duration.ofMinutes(14));
            assertThat(limiter.tryAcquire("ann")).isCompletedWithValueMatching(decision -> !decision.allowed());
            clock.advance(Duration.ofMinutes(1));
            assertThat(limiter.tryAcquire("ann")).isCompletedWithValueMatching(Decision::allowed);
        }
    }

    @Test
    void theWayToARealRedisIsStuck() {
        try (RedisServer redis = RedisServer.start();
                FaultProxy proxy = FaultProxy.to(redis.port());
                RedisClient client = RedisClient.create(proxy.url());
                StatefulRedisConnection<String, String> connection = client.connect()) {
            connection.sync().set("greeting", "hello");
            proxy.stall();
            Future<String> answer = connection.async().get("greeting");
            assertThat(answer).isNotDone();
            proxy.heal();
            assertThat(answer).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("hello");
        }
    }

    @Test
    void theExamplesStandInTheDocumentation() throws IOException {
        String here = squeezed(Files.readString(Path.of("src/test/java/io/sluice/testkit/ExampleTest.java")));
        String documented = Files.readString(Path.of("src/main/java/io/sluice/testkit/package-info.java"));
        Matcher examples = EXAMPLE.matcher(documented);
        int count = 0;
        for (; examples.find(); count++) {
            assertThat(here).contains(squeezed(examples.group(1).replaceAll("(?m)^ \\*", "")));
        }
        assertThat(count).isEqualTo(2);
    }

    private static String squeezed(String code) {
        return code.replaceAll("\\s+", " ").strip();
    }
}
