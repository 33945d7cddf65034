package io.sluice.core;

import io.sluice.core.table.TableClock;

/** A limiter's clock as its tables read it: monotonic time, and the way to the wall clock's where a limit follows that. */
record LimiterTime(Clock clock, boolean aligned) implements TableClock {
    /** The usual clock is called without a look at a method table. */
    @Override
    public long nanos() {
        return clock == SystemClock.INSTANCE ? SystemClock.monotonicNanos() : clock.nanos();
    }

    @Override
    public long shift(long nanos) {
        return aligned ? clock.wallNanos() - nanos : 0;
    }

    /** The same for a table of one-word limits: its time is the one its algorithm counts. */
    TableClock forWords() {
        if (!aligned) {
            return this;
        }
        return new TableClock() {
            @Override
            public long nanos() {
                return clock.wallNanos();
            }

            @Override
            public long shift(long nanos) {
                return 0;
            }
        };
    }
}
