package io.sluice.core.table;

import java.util.concurrent.atomic.LongAdder;

/** What tables of one limiter have forgotten while it was in use: cells, and the permits used in them; and how much they may take. */
public record TableCounters(LongAdder liveEvictions, LongAdder debtLost, Budget budget) {
    public TableCounters() {
        this(Budget.OF_PROCESS);
    }

    public TableCounters(Budget budget) {
        this(new LongAdder(), new LongAdder(), budget);
    }
}
