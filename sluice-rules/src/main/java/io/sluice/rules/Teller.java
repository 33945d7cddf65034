package io.sluice.rules;

import io.sluice.core.Answer;
import io.sluice.core.Decision;
import io.sluice.core.Question.Verb;
import io.sluice.core.Store;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Asks the counters, wherever they are. Complete at once in memory. */
interface Teller {
    static Teller of(Store store) {
        return store instanceof io.sluice.core.MemoryStore ? new InMemory() : new InStore(store);
    }

    /**
     * As {@link Store#ask}.
     *
     * @param nanos the longest wait, or how long to block
     * @param receipt of what is to be cancelled
     */
    CompletionStage<Answer> ask(Verb verb, List<Charge> charges, long nanos, @Nullable Object receipt);

    default CompletionStage<Answer> ask(Verb verb, List<Charge> charges) {
        return ask(verb, charges, 0, null);
    }

    /** Charges all or none. Another question of this kind never sees permits that this one took and gives back. */
    default CompletionStage<Answer> take(List<Charge> charges) {
        return ask(Verb.TRY_ACQUIRE, charges);
    }

    default CompletionStage<Decision> ask(Verb verb, Charge charge) {
        return ask(verb, List.of(charge)).thenApply(Answer::decision);
    }
}
