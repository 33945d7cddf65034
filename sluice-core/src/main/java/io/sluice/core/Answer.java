package io.sluice.core;

import org.jspecify.annotations.Nullable;

/**
 * What a store answers.
 *
 * @param receipt of a reservation that was allowed: what the store needs to undo it; of {@link Question.Verb#CANCEL}: {@link Boolean#TRUE}
 *     if there was anything to undo. Null otherwise
 */
public record Answer(Decision decision, @Nullable Object receipt) {
    public static Answer of(Decision decision) {
        return new Answer(decision, null);
    }
}
