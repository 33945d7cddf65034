package io.sluice.rules;

import static io.sluice.rules.EngineCases.decide;
import static io.sluice.rules.EngineCases.used;
import static io.sluice.rules.RuleBuilder.rule;
import static io.sluice.rules.Rules.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several threads at the same limits: every rule is charged for exactly the requests that passed. */
class EngineStressTest {
    private static final int THREADS = 4;
    private static final int REQUESTS = 5_000;

    @ParameterizedTest
    @ValueSource(strings = {"1000/day", "1000/day fixed-window", "1000/day sliding-log", "1000/day sliding-window"})
    void conservesPermits(String narrow) throws Exception {
        RuleEngine engine = new RuleEngine(
                Rules.of(
                        rule("user", "100000/day").per("user"),
                        rule("narrow", narrow).match("/n/**"),
                        rule("tenant", "100000/day").per("tenant").cost(new Cost.Fixed(2)),
                        rule("several", "100000/day", "200000/day").per("tenant")),
                Store.memory(new ManualClock()));
        LongAdder narrowPassed = new LongAdder();
        LongAdder othersPassed = new LongAdder();
        together(thread -> {
            Attributes limited = request("/n/x", "user=u" + thread, "tenant=acme");
            Attributes other = request("/x", "user=u" + thread, "tenant=acme");
            for (int i = 0; i < REQUESTS; i++) {
                narrowPassed.add(decide(engine, limited).outcome().passes() ? 1 : 0);
                othersPassed.add(i % 5 == 0 && decide(engine, other).outcome().passes() ? 1 : 0);
            }
        });
        long passed = narrowPassed.sum() + othersPassed.sum();
        assertThat(narrowPassed.sum()).isEqualTo(1_000);
        assertThat(othersPassed.sum()).isEqualTo(THREADS * REQUESTS / 5);
        assertThat(100_000 - used(engine, "tenant|tenant:acme").remaining()).isEqualTo(2 * passed);
        assertThat(100_000 - used(engine, "several|tenant:acme").remaining()).isEqualTo(passed);
        long users = 0;
        for (int thread = 0; thread < THREADS; thread++) {
            users += 100_000 - used(engine, "user|user:u" + thread).remaining();
        }
        assertThat(users).isEqualTo(passed);
    }

    /** While rules come and go, a request sees one set of them whole, and counters of a rule that stays go on. */
    @Test
    void replacesRulesUnderTraffic() throws Exception {
        RuleSet one = Rules.of(rule("a", "1000/day"), rule("b", "100000/day").per("user"));
        RuleSet other = Rules.of(rule("c", "100000/day").per("user"), rule("a", "1000/day"));
        RuleEngine engine = new RuleEngine(one, Store.memory(new ManualClock()));
        LongAdder passed = new LongAdder();
        together(thread -> {
            for (int i = 0; i < REQUESTS; i++) {
                if (thread == 0 && i % 50 == 0) {
                    engine.replace(i % 100 == 0 ? other : one);
                }
                Ruling ruling = decide(engine, request("/", "user=u" + thread));
                List<String> names = ruling.counted().stream()
                        .map(counted -> counted.rule().name())
                        .toList();
                assertThat(names).isIn(List.of("a", "b"), List.of("c", "a"));
                passed.add(ruling.outcome().passes() ? 1 : 0);
            }
        });
        assertThat(passed.sum()).isEqualTo(1_000);
    }

    private interface Task {
        void run(int thread) throws Exception;
    }

    private static void together(Task task) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            CyclicBarrier start = new CyclicBarrier(THREADS);
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                running.add(threads.submit(() -> {
                    start.await();
                    task.run(thread);
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
