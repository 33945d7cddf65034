package io.sluice.core.table;

import io.sluice.core.algorithm.Algorithm;
import io.sluice.core.algorithm.SlidingLog;
import java.util.Arrays;

/** What a cell is made of: a {@link Sequence} number, and behind it the words of each limit. Knows nothing of slots and owners. */
final class CellShape {
    /** Where the first limit's words begin. */
    static final int WORDS = 1;

    private static final int SEQUENCE = 0;

    private final Algorithm[] algorithms;
    private final int words;

    CellShape(Algorithm[] algorithms) {
        this.algorithms = algorithms.clone();
        this.words =
                WORDS + Arrays.stream(algorithms).mapToInt(Algorithm::words).sum();
    }

    Algorithm[] algorithms() {
        return algorithms;
    }

    /** Of a new cell, in words. */
    int size() {
        return words;
    }

    /** Of a cell whose logs are full, in words. */
    long mostWords() {
        return WORDS
                + Arrays.stream(algorithms)
                        .mapToLong(
                                algorithm -> algorithm instanceof SlidingLog log ? log.mostWords() : algorithm.words())
                        .sum();
    }

    boolean canGrow() {
        return Arrays.stream(algorithms).anyMatch(algorithm -> algorithm instanceof SlidingLog);
    }

    /** Laid out, and not yet as at any time. */
    long[] newCell() {
        long[] cell = new long[words];
        int o = WORDS;
        for (Algorithm algorithm : algorithms) {
            algorithm.layOut(null, 0, cell, o, algorithm.words());
            o += algorithm.words();
        }
        return cell;
    }

    /** Makes the limits whose words begin at {@code o} as good as new. */
    void renew(long[] c, int o, long now, long shift) {
        int at = o;
        for (Algorithm algorithm : algorithms) {
            algorithm.renew(c, at, time(algorithm, now, shift));
            at += algorithm.size(c, at);
        }
    }

    /** Renews limits that are as good as new, and all that are older than words can tell. */
    void keepFresh(long[] c, int o, long now, long shift, long age) {
        int at = o;
        for (Algorithm algorithm : algorithms) {
            long t = time(algorithm, now, shift);
            if (age / 2 >= algorithm.horizonNanos()) {
                algorithm.renew(c, at, t);
            } else {
                algorithm.keepFresh(c, at, t);
            }
            at += algorithm.size(c, at);
        }
    }

    /** What the limits carry: of several, the largest share. */
    long debt(long[] c, int o, long now, long shift) {
        if (algorithms.length == 1) {
            return algorithms[0].debt(c, o, time(algorithms[0], now, shift));
        }
        int at = o;
        long most = 0;
        for (Algorithm algorithm : algorithms) {
            long t = time(algorithm, now, shift);
            if (algorithm.debt(c, at, t) > 0) {
                most = Math.max(most, 1 + share(algorithm, algorithm.used(c, at, t)));
            }
            at += algorithm.size(c, at);
        }
        return most;
    }

    /** Used as a part of the capacity, in millionths: how limits of different size compare. */
    private static long share(Algorithm algorithm, long used) {
        return (long) (1e6 * used / Math.max(1, algorithm.capacity()));
    }

    long used(long[] c, int o, long now, long shift) {
        int at = o;
        long most = 0;
        for (Algorithm algorithm : algorithms) {
            most = Math.max(most, algorithm.used(c, at, time(algorithm, now, shift)));
            at += algorithm.size(c, at);
        }
        return most;
    }

    private static long time(Algorithm algorithm, long now, long shift) {
        return algorithm.aligned() ? now + shift : now;
    }

    /** Words that a whole cell must have before it can be charged. */
    int sizeToCharge(long[] c) {
        int size = WORDS;
        int o = WORDS;
        for (Algorithm algorithm : algorithms) {
            size += algorithm.sizeToCharge(c, o);
            o += algorithm.size(c, o);
        }
        return size;
    }

    /** Makes room in the logs that are full, where the cell cannot become larger. */
    void thin(long[] c) {
        int o = WORDS;
        for (Algorithm algorithm : algorithms) {
            if (algorithm instanceof SlidingLog log && log.sizeToCharge(c, o) > log.size(c, o)) {
                log.thin(c, o);
            }
            o += algorithm.size(c, o);
        }
    }

    /** A larger copy of a whole cell. */
    long[] enlarged(long[] c, int size) {
        long[] larger = new long[size];
        larger[SEQUENCE] = c[SEQUENCE];
        int from = WORDS;
        int to = WORDS;
        for (Algorithm algorithm : algorithms) {
            int wanted = algorithm.sizeToCharge(c, from);
            algorithm.layOut(c, from, larger, to, wanted);
            from += algorithm.size(c, from);
            to += wanted;
        }
        return larger;
    }
}
