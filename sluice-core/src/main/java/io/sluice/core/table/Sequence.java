package io.sluice.core.table;

import java.lang.invoke.VarHandle;

/**
 * The first word of a cell: even at rest and odd while somebody writes (a seqlock).
 *
 * <p>Reading: sequence, owner, words, sequence again; so a refusal writes nothing. Writing: one compare-and-swap of the
 * sequence that was read to the odd number after it, which fails if anything changed since; then plain stores; then the next
 * even number. Whoever is preempted while writing holds up that one key only.
 *
 * <p>Linearization: the swap of the sequence for what writes, the second reading of it for what does not. There is no
 * moment at which one limit is charged and another not.
 */
public final class Sequence {
    private Sequence() {}

    public static long of(long[] cells, int offset) {
        return (long) Table.LONGS.getVolatile(cells, offset);
    }

    /** Whether nobody was writing when the sequence was read. */
    public static boolean atRest(long sequence) {
        return (sequence & 1) == 0;
    }

    /** Whether nothing was written since the sequence was read; it must have been even. */
    public static boolean unchanged(long[] cells, int offset, long sequence) {
        VarHandle.loadLoadFence();
        return atRest(sequence) && (long) Table.LONGS.getOpaque(cells, offset) == sequence;
    }

    /** Begins writing, unless something was written since the sequence was read. */
    public static boolean begin(long[] cells, int offset, long sequence) {
        boolean begun = atRest(sequence) && Table.LONGS.compareAndSet(cells, offset, sequence, sequence + 1);
        if (begun) {
            VarHandle.storeStoreFence();
        }
        return begun;
    }

    public static void end(long[] cells, int offset, long sequence) {
        Table.LONGS.setRelease(cells, offset, sequence + 2);
    }
}
