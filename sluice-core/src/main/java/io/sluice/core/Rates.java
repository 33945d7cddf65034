package io.sluice.core;

import io.sluice.core.algorithm.Algorithm;
import io.sluice.core.algorithm.Gcra;
import io.sluice.core.table.CellTable;
import io.sluice.core.table.Sequence;
import io.sluice.core.table.Table;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Several token or leaky buckets on one key: what {@link Meter} does, for the usual case and without a look at a method table.
 *
 * <p>Which limit has the least left is found by multiplying with reciprocals; only what is answered is divided.
 */
final class Rates {
    /** More than rounding can make of a quotient of numbers below 2^61. */
    private static final double CLOSE = 1e-9;

    private final Limit[] limits;
    private final Gcra[] rates;
    private final boolean queues;

    private Rates(Limit[] limits, Gcra[] rates) {
        this.limits = limits;
        this.rates = rates;
        this.queues = Arrays.stream(limits).anyMatch(limit -> limit.kind() == Limit.Kind.LEAKY_QUEUE);
    }

    /** Null if any limit is of another kind. */
    static @Nullable Rates of(Limit[] limits, Algorithm[] algorithms) {
        boolean all = Arrays.stream(algorithms).allMatch(algorithm -> algorithm instanceof Gcra);
        return all ? new Rates(limits, Arrays.copyOf(algorithms, algorithms.length, Gcra[].class)) : null;
    }

    /**
     * Decides in one look at a cell that is there and at rest; false, and nothing is done, if it is not. The protocol is {@link
     * Sequence}'s.
     */
    boolean take(CellTable table, long tag, long now, long permits, Parts parts) {
        int slot = table.find(tag);
        if (slot < 0) {
            return false;
        }
        long[] cells = table.cells(slot);
        int offset = table.offset(slot);
        long sequence = Sequence.of(cells, offset);
        if (!Sequence.atRest(sequence) || !Table.owns(tag, table.owner(slot))) {
            return false;
        }
        int o = CellTable.words(offset);
        for (int i = 0; i < rates.length; i++) {
            if (!rates[i].passes(rates[i].ahead(cells[o + i], now), permits)) {
                refuse(cells, o, now, permits, parts);
                return Sequence.unchanged(cells, offset, sequence);
            }
        }
        if (!Sequence.begin(cells, offset, sequence)) {
            return false;
        }
        for (int i = 0; i < rates.length; i++) {
            cells[o + i] = rates[i].chargePassing(rates[i].ahead(cells[o + i], now), now, permits);
        }
        allow(cells, o, now, parts);
        Sequence.end(cells, offset, sequence);
        return true;
    }

    private void allow(long[] c, int o, long now, Parts parts) {
        long delay = 0;
        long resetAfter = 0;
        double leastShare = Double.MAX_VALUE;
        double fewest = Double.MAX_VALUE;
        int scarcest = 0;
        for (int i = 0; i < rates.length; i++) {
            Gcra rate = rates[i];
            long ahead = rate.ahead(c[o + i], now);
            double share = rate.shareLeft(ahead);
            if (share < leastShare) {
                scarcest = i;
                leastShare = share;
            }
            double left = share * rate.capacity();
            if (left < fewest) {
                fewest = left;
            }
            resetAfter = Math.max(resetAfter, rate.resetAfterOf(ahead, now));
            delay = queues ? Math.max(delay, rate.delayOf(ahead)) : 0;
        }
        parts.set(limits[scarcest], delay, remaining(c, o, now, fewest), resetAfter);
    }

    private void refuse(long[] c, int o, long now, long permits, Parts parts) {
        long longest = 0;
        long resetAfter = 0;
        double fewest = Double.MAX_VALUE;
        int slowest = 0;
        for (int i = 0; i < rates.length; i++) {
            Gcra rate = rates[i];
            long ahead = rate.ahead(c[o + i], now);
            long one = rate.waitOf(ahead, now, permits);
            slowest = one > longest ? i : slowest;
            longest = Math.max(longest, one);
            fewest = Math.min(fewest, rate.shareLeft(ahead) * rate.capacity());
            resetAfter = Math.max(resetAfter, rate.resetAfterOf(ahead, now));
        }
        parts.set(limits[slowest], ~longest, remaining(c, o, now, fewest), resetAfter);
    }

    /** Exactly, for the limit that has about the fewest left, and those about as few. */
    private long remaining(long[] c, int o, long now, double fewest) {
        double few = fewest + 1 + Math.abs(fewest) * CLOSE;
        long least = Long.MAX_VALUE;
        for (int i = 0; i < rates.length; i++) {
            Gcra rate = rates[i];
            long ahead = rate.ahead(c[o + i], now);
            if (rate.shareLeft(ahead) * rate.capacity() <= few) {
                least = Math.min(least, rate.remainingOf(ahead));
            }
        }
        return least;
    }
}
