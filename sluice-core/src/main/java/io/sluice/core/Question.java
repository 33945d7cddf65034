package io.sluice.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a store is asked.
 *
 * @param verb what to do
 * @param charges with whom, and how many permits for each
 * @param most for {@link Verb#TRY_ACQUIRE_UP_TO}: how often at most
 * @param nanos for {@link Verb#RESERVE} the longest wait, for {@link Verb#BLOCK} how long; {@link Long#MAX_VALUE} is for ever
 * @param receipt for {@link Verb#CANCEL}: what the answer to the reservation held
 */
public record Question(
        Verb verb,
        List<Charge> charges,
        long most,
        long nanos,
        @Nullable Object receipt) {
    /** The verbs of {@link RateLimiter}. Those that wait are made of {@link #RESERVE} and {@link #CANCEL}. */
    public enum Verb {
        TRY_ACQUIRE,
        TRY_ACQUIRE_UP_TO,
        RESERVE,
        CANCEL,
        PEEK,
        REFUND,
        PENALIZE,
        RESET,
        BLOCK,
        UNBLOCK
    }

    /** One key under one set of limits, and the permits it is about. */
    public record Charge(LimitSet limits, String key, long permits) {}

    public Question {
        charges = List.copyOf(charges);
        if (charges.isEmpty()) {
            throw new IllegalArgumentException("a question is about one key or more");
        }
    }

    static Question of(Verb verb, List<Charge> charges) {
        return new Question(verb, charges, 1, 0, null);
    }
}
