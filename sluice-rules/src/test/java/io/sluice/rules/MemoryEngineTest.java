package io.sluice.rules;

import io.sluice.core.ManualClock;
import io.sluice.core.Store;

class MemoryEngineTest extends EngineCases {
    @Override
    Store store(ManualClock clock) {
        return Store.memory(clock);
    }
}
