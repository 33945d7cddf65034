package io.sluice.server.resp;

import io.sluice.core.MemoryStore;
import io.sluice.core.Store;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Decides {@code CL.THROTTLE}, wherever the counters are. */
interface Cells {
    /** Beside the store's own counters if they are in memory, otherwise in the store. */
    static Cells in(Store store, long maxKeys) {
        return store instanceof MemoryStore ? new MemoryCells(store.clock(), maxKeys) : new StoreCells(store);
    }

    /** What {@link Throttle#at} is to be told. */
    long nanos();

    /** Answers at once, or promises what will write the answer. */
    @Nullable
    CompletionStage<Consumer<Replies>> decide(Throttle throttle, Replies out);

    /** How many were allowed so far. */
    long allowed();

    long refused();
}
