package io.sluice.redis.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import java.util.concurrent.CompletionStage;

/** One instance with leases over a store that answers when told to, and a key that everybody asks for. */
abstract class LeasedScene {
    /** A permit a millisecond: 100 while a lease is valid. */
    static final Limit LIMIT = Limit.parse("1000/s burst 1000");

    static final long WHOLE = 900;

    final ManualClock clock = new ManualClock(1_760_000_000_000_000_000L);
    final HeldStore remote = new HeldStore(clock);
    final LeasedStore store = new LeasedStore(remote, () -> 1);
    final AsyncRateLimiter limiter = store.limiter("api", LIMIT);

    static Decision now(CompletionStage<Decision> stage) {
        assertThat(stage.toCompletableFuture()).isDone();
        return stage.toCompletableFuture().join();
    }

    Decision acquire(long permits) {
        return now(limiter.tryAcquire("ann", permits));
    }

    /** Asks for single permits until refused. */
    long drain(AsyncRateLimiter from) {
        long granted = 0;
        while (now(from.tryAcquire("ann")).allowed()) {
            granted++;
        }
        return granted;
    }

    void makeBusy() {
        for (int i = 0; i < 100; i++) {
            acquire(1);
        }
    }
}
