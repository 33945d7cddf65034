package io.sluice.servlet;

import io.sluice.core.ManualClock;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.testkit.http.RawAnswer;
import io.sluice.testkit.http.RawHttp;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** A Jetty with the filter, and a clock that is moved by hand. */
final class FilterScene implements AutoCloseable {
    /** A thread for each: the shared pool may have a single one, which a request that is delayed would keep. */
    static final Executor ON_ITS_OWN = task -> new Thread(task, "client").start();

    /** 2025-10-10T00:00Z. */
    static final long START = Duration.ofDays(20_371).toNanos();

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    final ManualClock clock = new ManualClock(START);
    final JettyDoor door;
    final RawHttp client;

    private FilterScene(
            RuleSet rules, UnaryOperator<FilterSettings> settings, boolean async, JettyDoor.Application application)
            throws Exception {
        RuleEngine engine = new RuleEngine(rules, rules.store().inMemory(clock));
        FilterSettings usual = FilterSettings.of(engine, clock).atEnd(engine::close);
        door = JettyDoor.start(settings.apply(usual).filter(), async, application);
        client = RawHttp.to(door.port());
    }

    static FilterScene of(String rules) throws Exception {
        return of(rules, UnaryOperator.identity());
    }

    static FilterScene of(String rules, UnaryOperator<FilterSettings> settings) throws Exception {
        return new FilterScene(parse(rules), settings, true, JettyDoor::serve);
    }

    static FilterScene of(String rules, JettyDoor.Application application) throws Exception {
        return of(parse(rules), application);
    }

    static FilterScene withoutAsync(String rules) throws Exception {
        return new FilterScene(parse(rules), UnaryOperator.identity(), false, JettyDoor::serve);
    }

    static FilterScene of(RuleSet rules, JettyDoor.Application application) throws Exception {
        return new FilterScene(rules, UnaryOperator.identity(), true, application);
    }

    private static RuleSet parse(String rules) {
        return Rules.parse("version: 1\n" + rules);
    }

    CompletableFuture<RawAnswer> getLater(String target) {
        return CompletableFuture.supplyAsync(() -> client.get(target), ON_ITS_OWN);
    }

    static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("never came true: " + what);
            }
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        door.close();
    }
}
