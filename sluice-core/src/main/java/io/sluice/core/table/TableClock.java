package io.sluice.core.table;

/** Time as a table's cells count it. */
public interface TableClock {
    long nanos();

    /** From {@link #nanos} to the wall clock's time, for limits that follow it. */
    long shift(long nanos);
}
