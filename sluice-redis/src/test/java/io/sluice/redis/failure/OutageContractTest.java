package io.sluice.redis.failure;

import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.testkit.StoreContract;

/** An instance that is alone misses nothing while the shared store is gone. */
class OutageContractTest extends StoreContract {
    @Override
    protected Store newStore(ManualClock clock) {
        FakeRemote gone = new FakeRemote(clock);
        gone.fails();
        return new GuardedStore(gone, OnFailure.LOCAL, GuardedStore.DEFAULT_BUDGET, InstanceCount.of(1));
    }
}
