package io.sluice.rules;

import io.sluice.core.Answer;
import io.sluice.core.Question;
import io.sluice.core.Question.Verb;
import io.sluice.core.Store;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Asks a store, by the text of keys: one question, so one round trip. */
final class InStore implements Teller {
    private final Store store;

    InStore(Store store) {
        this.store = store;
    }

    @Override
    public CompletionStage<Answer> ask(Verb verb, List<Charge> charges, long nanos, @Nullable Object receipt) {
        List<Question.Charge> all = charges.stream()
                .map(charge -> new Question.Charge(
                        charge.counter().limits(), charge.key().text().ofParts(), charge.permits()))
                .toList();
        return store.ask(new Question(verb, all, 1, nanos, receipt));
    }
}
