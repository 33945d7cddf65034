package io.sluice.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a store answers.
 *
 * @param receipt of a reservation that was allowed: what the store needs to undo it; of {@link Question.Verb#CANCEL}: {@link Boolean#TRUE}
 *     if there was anything to undo. Null otherwise
 * @param each of several charges: what each alone says, in the order of the question and at the moment of the decision. Empty where the store
 *     does not tell
 */
public record Answer(Decision decision, @Nullable Object receipt, List<Decision> each) {
    public Answer {
        each = List.copyOf(each);
    }

    /** Tells nothing of each charge. */
    public Answer(Decision decision, @Nullable Object receipt) {
        this(decision, receipt, List.of());
    }

    public static Answer of(Decision decision) {
        return new Answer(decision, null);
    }
}
