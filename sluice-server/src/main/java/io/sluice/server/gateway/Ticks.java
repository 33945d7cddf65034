package io.sluice.server.gateway;

import io.netty.channel.EventLoop;
import io.sluice.server.http1.DateLine;
import java.util.Arrays;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The deadlines of one event loop, looked at ten times a second: setting one is a store into a field, where a timer would be an object for every request. */
final class Ticks {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long NEVER = Long.MAX_VALUE;

    private final long start = System.nanoTime();
    private final ScheduledFuture<?> ticking;
    private @Nullable Deadline[] deadlines = new Deadline[64];
    private int size;
    private long now;
    private byte[] date = DateLine.bytes();

    Ticks(EventLoop loop) {
        ticking = loop.scheduleAtFixedRate(this::tick, TICK_NANOS, TICK_NANOS, TimeUnit.NANOSECONDS);
    }

    void stop() {
        ticking.cancel(false);
    }

    private void tick() {
        now = System.nanoTime() - start;
        date = DateLine.bytes();
        for (int i = size - 1; i >= 0; i--) {
            Deadline deadline = i < size ? deadlines[i] : null;
            if (deadline != null && deadline.at <= now) {
                deadline.at = NEVER;
                deadline.whenPassed.run();
            }
        }
    }

    /** {@link DateLine#bytes}, as of the last tick. */
    byte[] date() {
        return date;
    }

    /** One that is not set yet. */
    Deadline add(Runnable whenPassed) {
        if (size == deadlines.length) {
            deadlines = Arrays.copyOf(deadlines, 2 * size);
        }
        Deadline deadline = new Deadline(size, whenPassed);
        deadlines[size++] = deadline;
        return deadline;
    }

    /** Of one connection; used on its loop only. */
    final class Deadline {
        private final Runnable whenPassed;
        private int place;
        private long at = NEVER;

        private Deadline(int place, Runnable whenPassed) {
            this.place = place;
            this.whenPassed = whenPassed;
        }

        /** Not before so many milliseconds from now, and not much later. */
        void in(int millis) {
            at = now + TICK_NANOS + millis * 1_000_000L;
        }

        void never() {
            at = NEVER;
        }

        /** For good. */
        void remove() {
            at = NEVER;
            if (place >= 0) {
                Deadline last = deadlines[--size];
                deadlines[place] = last;
                deadlines[size] = null;
                if (last != null) {
                    last.place = place;
                }
                place = -1;
            }
        }
    }
}
