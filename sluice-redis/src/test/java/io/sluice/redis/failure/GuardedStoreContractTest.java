package io.sluice.redis.failure;

import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.testkit.StoreContract;

/** A store that works, guarded, is that store. */
class GuardedStoreContractTest extends StoreContract {
    @Override
    protected Store newStore(ManualClock clock) {
        return new GuardedStore(
                Store.memory(clock), OnFailure.REFUSE, GuardedStore.DEFAULT_BUDGET, InstanceCount.of(4));
    }
}
