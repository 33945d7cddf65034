package io.sluice.server.resp;

import java.util.concurrent.atomic.LongAdder;

/** Counts answers. */
final class Tally {
    private final LongAdder allowed = new LongAdder();
    private final LongAdder refused = new LongAdder();

    void count(boolean wasAllowed) {
        (wasAllowed ? allowed : refused).increment();
    }

    long allowed() {
        return allowed.sum();
    }

    long refused() {
        return refused.sum();
    }
}
