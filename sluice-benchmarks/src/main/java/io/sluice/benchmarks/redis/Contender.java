package io.sluice.benchmarks.redis;

import java.util.concurrent.CompletionStage;

/** A limiter as a trial sees it. */
interface Contender extends AutoCloseable {
    /** Whether a permit was there. */
    CompletionStage<Boolean> tryAcquire(String key);

    /** Decisions made without Redis because it did not answer: they say nothing about Redis. */
    default long fallbacks() {
        return 0;
    }

    @Override
    void close();
}
