package io.sluice.core.stress;

import io.sluice.core.Clock;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until told otherwise, without alarms: nothing but a number, which Lincheck can see through. */
public final class BareClock implements Clock {
    private final AtomicLong now;

    public BareClock() {
        this(0);
    }

    public BareClock(long nanos) {
        this.now = new AtomicLong(nanos);
    }

    @Override
    public long nanos() {
        return now.get();
    }

    public void advanceNanos(long by) {
        now.addAndGet(by);
    }

    @Override
    public Alarm schedule(long delayNanos, Runnable task) {
        throw new UnsupportedOperationException("nobody waits here");
    }
}
