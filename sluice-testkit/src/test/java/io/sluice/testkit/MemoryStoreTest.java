package io.sluice.testkit;

import io.sluice.core.ManualClock;
import io.sluice.core.Store;

class MemoryStoreTest extends StoreContract {
    @Override
    protected Store newStore(ManualClock clock) {
        return Store.memory(clock);
    }
}
