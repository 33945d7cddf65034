package io.sluice.redis.failure;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * Ends the waiting of those whose budget is used up: never early, and about a {@linkplain #LEAST_NANOS millisecond} late at most.
 *
 * <p>All have the same budget, so they come due in the order they came, and a queue with one alarm for its head is enough: an alarm
 * each would cost a heap operation under a lock, twice for every decision. Whoever adds swaps itself in as the newest and links itself
 * behind the one before (Vyukov's queue of many producers and one consumer), and allocates nothing: the entry is the link and the future
 * at once. Who is preempted between looking at the clock and adding may stand behind somebody who is due later, and is late by that.
 *
 * <p>One at a time takes from the queue ({@link #taking}). One of {@link #CLEARING} who add takes whoever is answered, up to the first who is
 * not: these were at work a moment ago and are still in the processor's cache, whereas the thread of the alarms would have to fetch them, and
 * while it does so keeps a processor from Redis or from who reads its replies.
 *
 * <p>At most one alarm is set at any time ({@link #armed}). Its task takes whoever is due or answered, up to the first who is neither, and sets the
 * next alarm. With nobody left it disarms, and looks once more, because somebody may have come in between and seen it still armed. It looks
 * at least every {@linkplain #MOST_NANOS tenth of a second}, so that answered entries go also where nobody adds; what is kept is at most what was
 * asked within one budget.
 *
 * <p>An alarm that rings late by more than {@linkplain #STARVED_NANOS five milliseconds} is a sign that the threads of this process
 * had to wait for a processor, and with them the one that reads answers. Those may be here already: they are given one more
 * millisecond, once.
 *
 * <p>Tasks run in the thread of the clock's alarms, and with them whatever callers attached to their answer: it must not block.
 */
final class Deadlines {
    static final long LEAST_NANOS = 1_000_000;
    static final long MOST_NANOS = 100_000_000;
    static final long STARVED_NANOS = 5_000_000;
    static final int CLEARING = 64;

    /** Somebody who waits for an answer, since some time. */
    abstract static class Entry extends CompletableFuture<Answer> {
        private static final AtomicIntegerFieldUpdater<Entry> SETTLED =
                AtomicIntegerFieldUpdater.newUpdater(Entry.class, "settled");

        private final long sinceNanos;
        private volatile @Nullable Entry next;

        /** 1 once it is. */
        private volatile int settled;

        Entry(long sinceNanos) {
            this.sinceNanos = sinceNanos;
        }

        final long sinceNanos() {
            return sinceNanos;
        }

        /** True for one caller only: the one who then has to complete it. Apart from the future, which anybody can complete. */
        final boolean settle() {
            return settled == 0 && SETTLED.compareAndSet(this, 0, 1);
        }

        final boolean isSettled() {
            return settled == 1;
        }

        /** Its time is over; it may have been settled meanwhile. */
        abstract void expire();
    }

    private static final class Nobody extends Entry {
        Nobody() {
            super(0);
        }

        @Override
        void expire() {}
    }

    private static final AtomicReferenceFieldUpdater<Deadlines, Entry> NEWEST =
            AtomicReferenceFieldUpdater.newUpdater(Deadlines.class, Entry.class, "newest");

    private final Clock clock;
    private final long budgetNanos;
    private volatile Entry newest = new Nobody();
    /** When the alarm is due; for who sets it, and then for its task. */
    private long alarmNanos;
    /** The last sweep came late, and left everybody as they were. */
    private boolean patient;

    private final AtomicBoolean armed = new AtomicBoolean();
    private final AtomicBoolean taking = new AtomicBoolean();
    /** The last one taken; for who is taking. To others it may be an earlier one. */
    private Entry taken = newest;
    /** How many were added, roughly: not all are counted where many add at once. */
    private int added;

    Deadlines(Clock clock, long budgetNanos) {
        this.clock = clock;
        this.budgetNanos = budgetNanos;
    }

    void add(Entry entry) {
        NEWEST.getAndSet(this, entry).next = entry;
        armUnlessArmed(Math.min(budgetNanos, MOST_NANOS));
        if (++added % CLEARING == 0 && taking.compareAndSet(false, true)) {
            try {
                takeAnswered();
            } finally {
                taking.set(false);
            }
        }
    }

    private void takeAnswered() {
        Entry next = taken.next;
        while (next != null && next.isSettled()) {
            take(next);
            next = taken.next;
        }
    }

    /** Takes the one after the last one taken. Unless that let it go, one entry grown old would keep all after it from being collected young. */
    private void take(Entry next) {
        taken.next = null;
        taken = next;
    }

    private void armUnlessArmed(long delayNanos) {
        if (!armed.get() && armed.compareAndSet(false, true)) {
            arm(delayNanos);
        }
    }

    private void arm(long delayNanos) {
        alarmNanos = clock.nanos() + delayNanos;
        var unused = clock.schedule(delayNanos, this::sweep);
    }

    private void sweep() {
        patient = !patient && clock.nanos() - alarmNanos > STARVED_NANOS;
        if (patient || !taking.compareAndSet(false, true)) {
            arm(LEAST_NANOS);
        } else {
            sweepNow();
        }
    }

    private void sweepNow() {
        Entry waiting;
        try {
            waiting = takeAllOver(clock.nanos());
        } finally {
            taking.set(false);
        }
        if (waiting != null) {
            long left = waiting.sinceNanos + budgetNanos - clock.nanos();
            arm(Math.max(LEAST_NANOS, Math.min(left, MOST_NANOS)));
        } else {
            disarm();
        }
    }

    /** The first who still waits; null if nobody is there, or is not linked yet. */
    private @Nullable Entry takeAllOver(long now) {
        Entry next = taken.next;
        while (next != null && (next.isSettled() || next.sinceNanos + budgetNanos <= now)) {
            take(next);
            next.expire();
            next = taken.next;
        }
        return next;
    }

    private void disarm() {
        Entry last = taken;
        armed.set(false);
        if (newest != last) {
            armUnlessArmed(LEAST_NANOS);
        }
    }
}
