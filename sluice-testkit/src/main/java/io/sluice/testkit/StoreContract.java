package io.sluice.testkit;

import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/**
 * What every {@link Store} must do, in numbers worked out by hand. To be extended by the test of a store:
 *
 * <pre>{@code
 * class MyStoreTest extends StoreContract {
 *     protected Store newStore(ManualClock clock) {
 *         return new MyStore(clock);
 *     }
 * }
 * }</pre>
 */
public abstract class StoreContract
        implements TokenBucketCases,
                LeakyCases,
                FixedWindowCases,
                CalendarCases,
                SlidingCases,
                VerbCases,
                ReserveCases,
                WaitingCases,
                BanCases,
                SeveralLimitsCases,
                SeveralKeysCases,
                ReconfigureCases,
                NameCases,
                EveryKindCases,
                ClosingCases {
    /** 2025-10-10T00:00Z, where windows of seconds, minutes, hours and days begin. */
    private static final long START = Duration.ofDays(20_371).toNanos();

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ManualClock clock = new ManualClock(START);
    private @Nullable Store store;

    /** A store with fresh counters that goes by this clock, which moves in whole microseconds. */
    protected abstract Store newStore(ManualClock clock);

    /** The least time that the store tells apart: what it says is rounded up to it. A nanosecond unless overridden. */
    @Override
    public Duration tick() {
        return Duration.ofNanos(1);
    }

    /** Lets time pass for the store. */
    protected void advance(Duration by) {
        clock.advance(by);
    }

    @AfterEach
    void closeStore() {
        if (store != null) {
            store.close();
        }
    }

    @Override
    public final Store store() {
        if (store == null) {
            store = newStore(clock);
        }
        return store;
    }

    @Override
    public final Scene on(String... limits) {
        return named("limited", limits);
    }

    @Override
    public final Scene named(String name, Limit... limits) {
        return new Scene(this, store().limiter(name, limits), "k");
    }

    @Override
    public final Subject subject(EveryKind kind, Surroundings around) {
        return new Subject(this, kind, around);
    }

    /** Lets somebody wait; when this returns an alarm is set, unless the answer is there already. */
    final <T> CompletableFuture<T> waiting(Supplier<CompletableFuture<T>> acquire) {
        int before = clock.alarms().size();
        CompletableFuture<T> waiting = acquire.get();
        Deadline.await(
                PATIENCE,
                () -> waiting.isDone() || clock.alarms().size() > before,
                () -> "neither answered nor waiting");
        return waiting;
    }

    final ManualClock clock() {
        return clock;
    }

    final void moveTo(Duration sinceStart) {
        advance(Duration.ofNanos(START - clock.nanos()).plus(sinceStart));
    }
}
