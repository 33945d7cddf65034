package io.sluice.rules;

import static io.sluice.rules.Rules.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Decision;
import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** Engines over the store that is tested, and what is asked of them. */
abstract class EngineScene {
    static final Attributes ANN = request("/api/x", "user=ann", "ip=203.0.113.9");
    static final Attributes BOB = request("/api/x", "user=bob", "ip=203.0.113.9");
    static final Attributes LOGIN = request("POST /login", "ip=203.0.113.9");
    static final Duration MINUTE = Duration.ofMinutes(1);

    private static final AtomicInteger DECIDED = new AtomicInteger();

    final ManualClock clock = new ManualClock();
    private final List<RuleEngine> engines = new ArrayList<>();

    abstract Store store(ManualClock clock);

    RuleEngine engine(RuleBuilder... rules) {
        return engine(Rules.of(rules), Watcher.NONE);
    }

    RuleEngine engine(RuleSet rules, Watcher watcher) {
        RuleEngine engine = new RuleEngine(rules, store(clock), watcher);
        engines.add(engine);
        return engine;
    }

    @AfterEach
    void closeEngines() {
        engines.forEach(RuleEngine::close);
    }

    /** By turns in the two ways that there are in memory. */
    static Ruling decide(RuleEngine engine, Attributes attributes) {
        Ruling ruling = DECIDED.getAndIncrement() % 2 == 0 ? engine.decideInMemory(attributes) : null;
        return ruling != null ? ruling : join(engine.decide(attributes));
    }

    /** How many pass before one does not, of up to a thousand. */
    static int passing(RuleEngine engine, Attributes attributes) {
        int passed = 0;
        while (passed < 1_000 && decide(engine, attributes).outcome().passes()) {
            passed++;
        }
        return passed;
    }

    static Decision decision(Ruling ruling) {
        return Objects.requireNonNull(ruling.decision());
    }

    static @Nullable String ruleOf(Ruling ruling) {
        return ruling.rule() == null ? null : ruling.rule().name();
    }

    static Decision used(RuleEngine engine, String key) {
        return join(engine.usage(key)).get(0).state();
    }

    static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    }

    /** What ends a request is not waited for: in Redis it may take a moment. */
    static void awaitRemaining(RuleEngine engine, String key, long remaining) {
        await("remaining " + remaining, () -> used(engine, key).remaining() == remaining);
    }

    static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - end).as("waiting for " + what).isNegative();
            Thread.onSpinWait();
        }
    }

    static void awaitResetAfter(RuleEngine engine, String key, Duration resetAfter) {
        await("reset after " + resetAfter, () -> used(engine, key).resetAfter().equals(resetAfter));
    }

    /** The same of a request that cannot wait. */
    static Attributes hurried(Attributes known) {
        return new Attributes() {
            @Override
            public @Nullable String get(Attribute attribute) {
                return known.get(attribute);
            }

            @Override
            public boolean canWait() {
                return false;
            }
        };
    }
}
