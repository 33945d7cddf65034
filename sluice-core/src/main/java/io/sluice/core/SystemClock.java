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
    private volatile Known known;

    SystemClock(LongSupplier monotonic, LongSupplier wall) {
        this.monotonic = monotonic;
        this.wall = wall;
        long now = wall.getAsLong();
        this.known = new Known(monotonic.getAsLong(), now, now);
    }

    /**
     * Wall time as known at some moment of monotonic time: what it was said to be, and what was measured. Where it was said to
     * be later than it is, it goes on at half speed until both meet, so it is continuous and never runs backwards.
     */
    private record Known(long at, long said, long measured) {
        long wall(long now) {
            long elapsed = now - at;
            return Math.max(said + elapsed / 2, measured + elapsed);
        }
    }

    @Override
    public long nanos() {
        return monotonicNanos();
    }

    static long monotonicNanos() {
        return System.nanoTime() + START;
    }

    @Override
    public long wallNanos() {
        long now = monotonic.getAsLong();
        Known last = known;
        return (now - last.at >= CHECK_NANOS ? measure() : last).wall(now);
    }

    private synchronized Known measure() {
        long now = monotonic.getAsLong();
        Known last = known;
        if (now - last.at >= CHECK_NANOS) {
            known = new Known(now, last.wall(now), wall.getAsLong());
        }
        return known;
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
