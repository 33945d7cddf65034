package io.sluice.core.table;

import java.util.concurrent.atomic.LongAdder;

/** What tables of one limiter have forgotten while it was in use: cells, and the permits used in them. */
public record TableCounters(LongAdder liveEvictions, LongAdder debtLost) {
    public TableCounters() {
        this(new LongAdder(), new LongAdder());
    }
}
