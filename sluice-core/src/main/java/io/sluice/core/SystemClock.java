package io.sluice.core;

import java.time.Instant;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Monotonic time, started at the epoch's time.
 *
 * <p>The wall clock is followed separately, because it may be set: its distance from monotonic time is read again after
 * every {@link #CHECK_NANOS}. If it was put forward, wall time jumps; if it was put back, wall time runs at half speed until
 * they meet, because it must not run backwards and standing still could refuse for hours.
 */
final class SystemClock implements Clock {
    static final SystemClock INSTANCE = new SystemClock(System::nanoTime, SystemClock::epochNanos);

    private static final long START = epochNanos() - System.nanoTime();
    private static final long CHECK_NANOS = 20_000_000;

    private final LongSupplier monotonic;
    private final LongSupplier wall;
    private volatile Distance distance;

    SystemClock(LongSupplier monotonic, LongSupplier wall) {
        this.monotonic = monotonic;
        this.wall = wall;
        long now = monotonic.getAsLong();
        this.distance = new Distance(now, wall.getAsLong() - now);
    }

    /** From monotonic to wall time, as measured at some moment of monotonic time. */
    private record Distance(long measuredAt, long nanos) {}

    @Override
    public long nanos() {
        return System.nanoTime() + START;
    }

    @Override
    public long wallNanos() {
        long now = monotonic.getAsLong();
        Distance known = distance;
        if (now - known.measuredAt >= CHECK_NANOS) {
            known = measure(now);
        }
        return now + known.nanos;
    }

    private synchronized Distance measure(long now) {
        Distance last = distance;
        long elapsed = now - last.measuredAt;
        if (elapsed >= CHECK_NANOS) {
            long measured = wall.getAsLong() - monotonic.getAsLong();
            distance = new Distance(now, Math.max(measured, last.nanos - elapsed / 2));
        }
        return distance;
    }

    @Override
    public Alarm schedule(long delayNanos, Runnable task) {
        ScheduledFuture<?> future = Timer.THREAD.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    private static long epochNanos() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    /** One thread for all alarms, started with the first. */
    private static final class Timer {
        static final ScheduledThreadPoolExecutor THREAD = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "sluice-timer");
            thread.setDaemon(true);
            return thread;
        });

        static {
            THREAD.setRemoveOnCancelPolicy(true);
        }

        private Timer() {}
    }
}
