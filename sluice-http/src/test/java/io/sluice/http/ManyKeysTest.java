package io.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.http.answer.Cors;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.file.RuleFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Somebody makes up a new API key for every request: case 13. */
@Tag("long") // the same on every JDK
class ManyKeysTest {
    private static final int KEYS = 10_000_000;
    private static final int MAX_KEYS = 20_000;
    private static final long MORE_HEAP = 16 << 20;
    private static final long SEED = Long.getLong("sluice.seed", 7);
    private static final String RULES = """
            version: 1
            clients:
              ip: { trusted-proxies: [] }
              api-key: { header: X-Api-Key }
            rules:
              api: { per: api-key, limit: 3/h }
            """;

    @Test
    void fillNoMoreThanTheirPlacesAndFreeNobody() {
        Random random = new Random(SEED);
        try (RuleEngine engine = new RuleEngine(rules(), Store.memory(new ManualClock(0), MAX_KEYS))) {
            HttpRules http = new HttpRules(engine, new ManualClock(0), Cors.NONE);
            for (int i = 0; i < 3; i++) {
                assertThat(status(http, "exhausted")).isZero();
            }
            assertThat(status(http, "exhausted")).isEqualTo(429);
            ask(http, random, KEYS / 10);
            long before = heap();
            ask(http, random, KEYS - KEYS / 10);
            assertThat(heap() - before).isLessThan(MORE_HEAP);
            assertThat(status(http, "exhausted")).as("seed " + SEED).isEqualTo(429);
            assertThat(status(http, "somebody new")).isZero();
            assertThat(status(http, "k".repeat(10_000))).isLessThan(500);
        }
    }

    private static RuleSet rules() {
        RuleFile file = RuleFile.parse(RULES, Path.of("rules.yaml"));
        assertThat(file.problems()).isEmpty();
        return file.rules();
    }

    private static void ask(HttpRules http, Random random, int times) {
        for (int i = 0; i < times; i++) {
            status(http, Long.toHexString(random.nextLong()));
        }
    }

    /** 0 if the request passes. */
    private static int status(HttpRules http, String key) {
        PlainRequest request =
                new PlainRequest("GET", "/a", "203.0.113.1", List.of("x-api-key"), List.of(List.of(key)));
        int[] status = {-1};
        http.decide(
                request,
                verdict -> status[0] = verdict.passes() ? 0 : verdict.answer().status());
        return status[0];
    }

    /** In use after the collector has been. */
    private static long heap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
