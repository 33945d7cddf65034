package io.sluice.core;

import java.util.Arrays;

/**
 * Limiters that are always asked together, where only keys and permits differ: what {@link Charges} does, without anything allocated but the answer.
 *
 * <pre>{@code
 * Together together = Together.of(perUser, global);
 * long ann = Key.and(Key.parts(), "ann");
 * Decision decision = together.tryAcquire(new long[] {ann, Key.parts()}, new long[] {1, 1});
 * }</pre>
 *
 * <p>Promises what {@link Charges} promises: all limiters are charged or none, it never over-admits, and a request that comes in between may be refused
 * too early. All but the first are looked at, then all are charged in the order given; if one was used up meanwhile, those before it get their permits back
 * before the call returns. Who asks the same limiters in several combinations gives them in the same order, so that of two rivals one succeeds.
 */
public final class Together {
    private static final int TRIES = 16;

    private final RateLimiter[] limiters;
    private final Counters[] counters;
    private final Clock clock;
    private final boolean queues;

    private Together(RateLimiter[] limiters) {
        this.limiters = limiters;
        this.counters = Arrays.stream(limiters).map(RateLimiter::counters).toArray(Counters[]::new);
        this.clock = counters[0].clock();
        this.queues = Arrays.stream(limiters)
                .flatMap(limiter -> Arrays.stream(limiter.limits()))
                .anyMatch(limit -> limit.kind() == Limit.Kind.LEAKY_QUEUE);
    }

    /**
     * Limiters of one clock, each of them once.
     *
     * @throws IllegalArgumentException if there is none, one comes twice, or their clocks differ
     */
    public static Together of(RateLimiter... limiters) {
        if (limiters.length == 0 || Arrays.stream(limiters).distinct().count() < limiters.length) {
            throw new IllegalArgumentException("needs one limiter or several different ones");
        }
        Clock clock = limiters[0].counters().clock();
        if (Arrays.stream(limiters).anyMatch(limiter -> limiter.counters().clock() != clock)) {
            throw new IllegalArgumentException("limiters that are asked together go by one clock");
        }
        return new Together(limiters.clone());
    }

    /** For each limiter the key, hashed by {@link Key#and}, and the permits, in the order the limiters were given; what follows in the arrays is not looked at. */
    public Decision tryAcquire(long[] keys, long[] permits) {
        return tryAcquire(keys, permits, clock.nanos());
    }

    /** The same at a time that was read from the limiters' clock a moment ago. */
    public Decision tryAcquire(long[] keys, long[] permits, long nanos) {
        Sheet sheet = Sheet.ofThread(counters.length);
        long now = nanos;
        for (int tries = 1; !queues; tries++) {
            int taken = othersWouldPass(keys, permits, now) ? take(keys, permits, now, sheet) : 0;
            if (taken == counters.length) {
                return sheet.merge.decision(1);
            }
            if (counters.length == 1) {
                return sheet.refusal();
            }
            giveBack(taken, keys, permits, sheet);
            look(keys, permits, now, sheet);
            if (!sheet.merge.allowed()) {
                return sheet.merge.decision(0);
            }
            if (tries == TRIES) {
                break;
            }
            now = clock.nanos();
        }
        return charges(keys, permits).tryAcquire();
    }

    private boolean othersWouldPass(long[] keys, long[] permits, long now) {
        for (int i = 1; i < counters.length; i++) {
            if (!counters[i].wouldPass(keys[i], permits[i], now)) {
                return false;
            }
        }
        return true;
    }

    /** How many were charged before one refused. */
    private int take(long[] keys, long[] permits, long now, Sheet sheet) {
        sheet.merge.begin();
        for (int i = 0; i < counters.length; i++) {
            counters[i].take(keys[i], RateLimiter.checked(permits[i]), now, sheet.parts);
            if (sheet.parts.outcome < 0) {
                return i;
            }
            sheet.takenAt[i] = sheet.parts.at;
            sheet.merge.add(sheet.parts);
        }
        return counters.length;
    }

    private void giveBack(int taken, long[] keys, long[] permits, Sheet sheet) {
        for (int i = taken - 1; i >= 0; i--) {
            counters[i].giveBack(keys[i], permits[i], Asked.Hold.taken(sheet.takenAt[i]));
        }
    }

    private void look(long[] keys, long[] permits, long now, Sheet sheet) {
        sheet.merge.begin();
        for (int i = 0; i < counters.length; i++) {
            counters[i].look(keys[i], permits[i], now, sheet.parts);
            sheet.merge.add(sheet.parts);
        }
    }

    /** The same question with all verbs. */
    public Charges charges(long[] keys, long[] permits) {
        Charges all = Charges.none();
        for (int i = 0; i < limiters.length; i++) {
            all = all.and(limiters[i], Key.ofParts(keys[i]), permits[i]);
        }
        return all;
    }

    /** What is noted meanwhile: reused by each thread, so nothing is allocated. */
    private static final class Sheet {
        private static final ThreadLocal<Sheet> OF_THREAD = ThreadLocal.withInitial(Sheet::new);

        final Parts parts = Parts.ofThread();
        final Merge merge = new Merge();
        long[] takenAt = new long[8];

        /** Of the only one that was asked. */
        Decision refusal() {
            merge.begin();
            merge.add(parts);
            return merge.decision(0);
        }

        static Sheet ofThread(int charges) {
            Sheet sheet = OF_THREAD.get();
            if (sheet.takenAt.length < charges) {
                sheet.takenAt = new long[charges];
            }
            return sheet;
        }
    }
}
