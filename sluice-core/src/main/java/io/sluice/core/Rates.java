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
 */
final class Rates {
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
     * Sequence}'s. What will be left is found in the pass that finds out whether all limits let it pass.
     */
    boolean take(CellTable table, long tag, long now, long permits, Parts parts) {
        parts.touched = table.touch(tag);
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
        int scarcest = 0;
        double leastShare = Double.MAX_VALUE;
        long fewest = Long.MAX_VALUE;
        long resetAfter = 0;
        long delay = 0;
        for (int i = 0; i < rates.length; i++) {
            Gcra rate = rates[i];
            long ahead = rate.ahead(cells[o + i], now);
            if (!rate.passes(ahead, permits)) {
                refuse(cells, o, now, permits, parts);
                return Sequence.unchanged(cells, offset, sequence);
            }
            long after = ahead + rate.cost(permits);
            double share = rate.shareLeft(after);
            scarcest = share < leastShare ? i : scarcest;
            leastShare = Math.min(leastShare, share);
            fewest = Math.min(fewest, rate.remainingOf(after));
            resetAfter = Math.max(resetAfter, rate.resetAfterOf(after, now));
            delay = queues ? Math.max(delay, rate.delayOf(after)) : 0;
        }
        if (!Sequence.begin(cells, offset, sequence)) {
            return false;
        }
        for (int i = 0; i < rates.length; i++) {
            cells[o + i] = rates[i].chargePassing(rates[i].ahead(cells[o + i], now), now, permits);
        }
        Sequence.end(cells, offset, sequence);
        parts.set(limits[scarcest], delay, fewest, resetAfter);
        return true;
    }

    private void refuse(long[] c, int o, long now, long permits, Parts parts) {
        long longest = 0;
        long resetAfter = 0;
        long fewest = Long.MAX_VALUE;
        int slowest = 0;
        for (int i = 0; i < rates.length; i++) {
            Gcra rate = rates[i];
            long ahead = rate.ahead(c[o + i], now);
            long one = rate.waitOf(ahead, now, permits);
            slowest = one > longest ? i : slowest;
            longest = Math.max(longest, one);
            fewest = Math.min(fewest, rate.remainingOf(ahead));
            resetAfter = Math.max(resetAfter, rate.resetAfterOf(ahead, now));
        }
        parts.set(limits[slowest], ~longest, fewest, resetAfter);
    }
}
