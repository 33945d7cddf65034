package io.sluice.redis.failure;

import java.util.concurrent.CompletionStage;

/** Where instances tell each other that they are there. */
@FunctionalInterface
public interface Beats {
    /** Says that this instance is there for so long, and answers how many are, this one included. */
    CompletionStage<Integer> beat(String instanceId, long ttlMillis);
}
