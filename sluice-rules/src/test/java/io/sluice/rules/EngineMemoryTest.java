package io.sluice.rules;

import static io.sluice.rules.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sluice.core.Store;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a decision allocates. */
class EngineMemoryTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int DECISIONS = 100_000;
    private static final int MOST_BYTES = 200;
    /** As long as it takes at most until the compiler, which may share its processor, leaves out all that it can. */
    private static final int ROUNDS = 400;

    private record Request(String path, String ip, String user) implements Attributes {
        @Override
        public @Nullable String get(Attribute attribute) {
            return switch (attribute.kind()) {
                case METHOD -> "GET";
                case PATH -> path;
                case IP -> ip;
                case NAMED -> attribute.equals(Attribute.USER) ? user : null;
                default -> null;
            };
        }
    }

    private @Nullable Ruling kept;

    @ParameterizedTest
    @CsvSource({
        "1000000/s, 203.0.113.9, allowed",
        "1/day, 203.0.113.9, refused",
        "1/day fixed-window, 203.0.113.9, refused by a window",
        "1000000/s, 2001:db8::1, allowed with a long address"
    })
    void takesAtMost200BytesWithThreeRules(String limit, String ip, String what) {
        RuleEngine engine = new RuleEngine(
                Rules.of(
                        rule("api", limit).match("/api/**").per("user or ip", "endpoint"),
                        rule("ip", "1000000/s").per("ip"),
                        rule("everyone", "1000000/s")),
                Store.memory());
        Request[] requests = new Request[64];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = new Request("/api/search/" + i, ip, "user" + i);
        }
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && least > MOST_BYTES * DECISIONS; round++) {
            long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < DECISIONS; i++) {
                kept = engine.decide(requests[i & 63]).toCompletableFuture().join();
            }
            least = Math.min(
                    least,
                    THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        double each = (double) least / DECISIONS;
        System.out.printf("%s: %.1f bytes a decision%n", what, each);
        assertThat(each).as(what).isLessThanOrEqualTo(MOST_BYTES);
        assertThat(kept).isNotNull();
    }
}
