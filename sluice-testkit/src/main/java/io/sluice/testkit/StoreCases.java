package io.sluice.testkit;

import io.sluice.core.Limit;
import io.sluice.core.Store;

/** What the cases of a contract are played on: a store with fresh counters, whose time starts with a day in UTC. */
interface StoreCases {
    Store store();

    /** The key {@code k} under these limits. */
    Scene on(String... limits);

    /** The key {@code k} of the limiter of that name. */
    default Scene named(String name, String... limits) {
        return named(name, Scene.limits(limits));
    }

    Scene named(String name, Limit... limits);
}
