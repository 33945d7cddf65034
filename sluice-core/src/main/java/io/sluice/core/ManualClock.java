package io.sluice.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** A clock that stands still until told otherwise. Alarms run in the thread that moves it, each at its own time. */
public final class ManualClock implements Clock {
    private record Pending(long at, long order, Runnable task) {}

    private final PriorityQueue<Pending> pending =
            new PriorityQueue<>(Comparator.comparingLong(Pending::at).thenComparingLong(Pending::order));
    private long scheduled;
    private volatile long now;

    /** Starts at 0: a boundary of every aligned window. */
    public ManualClock() {
        this(0);
    }

    public ManualClock(long nanos) {
        this.now = nanos;
    }

    @Override
    public long nanos() {
        return now;
    }

    public void advance(Duration by) {
        advanceNanos(by.toNanos());
    }

    public void advanceNanos(long by) {
        if (by < 0) {
            throw new IllegalArgumentException("a clock never runs backwards; advance by 0 or more, not " + by);
        }
        moveTo(now + by);
    }

    /** Moves to a time, or stays if that has passed. */
    public void moveTo(long nanos) {
        Pending due = takeDue(nanos);
        while (due != null) {
            due.task.run();
            due = takeDue(nanos);
        }
        synchronized (pending) {
            now = Math.max(now, nanos);
        }
    }

    private @org.jspecify.annotations.Nullable Pending takeDue(long nanos) {
        synchronized (pending) {
            Pending next = pending.peek();
            if (next == null || next.at > nanos) {
                return null;
            }
            now = Math.max(now, next.at);
            return pending.poll();
        }
    }

    @Override
    public Alarm schedule(long delayNanos, Runnable task) {
        Pending alarm;
        synchronized (pending) {
            alarm = new Pending(now + delayNanos, scheduled++, task);
            pending.add(alarm);
        }
        return () -> {
            synchronized (pending) {
                pending.remove(alarm);
            }
        };
    }

    /** Times at which alarms will ring, for tests that want to see who waits. */
    public List<Long> alarms() {
        synchronized (pending) {
            List<Long> times = new ArrayList<>();
            pending.forEach(alarm -> times.add(alarm.at));
            times.sort(Comparator.naturalOrder());
            return times;
        }
    }
}
