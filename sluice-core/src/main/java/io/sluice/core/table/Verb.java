package io.sluice.core.table;

import org.jspecify.annotations.Nullable;

/** What is to be done with one key's cell. May be tried several times; only the last try counts. */
public interface Verb<R> {
    /** Reads the clock. Called after the cell's state was read, so that nothing in it happened later. */
    void look();

    /** The answer if the cell stays as it is, else null. May be handed a cell that is being written; the answer is then discarded. */
    @Nullable
    R read(long[] c, int o);

    /** Writes the cell, unchanged since {@link #read} answered null, and answers. */
    R write(long[] c, int o);

    /** Whether a key without a cell gets one. */
    boolean creates();
}
