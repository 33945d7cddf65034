package io.sluice.redis.lease;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import io.sluice.core.Store;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntSupplier;

/** The store that counts for all instances, asked for one caller or for a lease. */
final class LeaseSource {
    private final Store remote;
    private final IntSupplier instances;

    LeaseSource(Store remote, IntSupplier instances) {
        this.remote = remote;
        this.instances = instances;
    }

    Clock clock() {
        return remote.clock();
    }

    int instances() {
        return instances.getAsInt();
    }

    /** For one caller, who gets the answer. */
    CompletionStage<Answer> ask(LeaseTerms terms, String key, long permits) {
        return ask(terms, Verb.TRY_ACQUIRE, key, permits, 1);
    }

    /** For whoever comes while the lease is valid. */
    CompletionStage<Answer> askUpTo(LeaseTerms terms, String key, long most) {
        return ask(terms, Verb.TRY_ACQUIRE_UP_TO, key, 1, most);
    }

    private CompletionStage<Answer> ask(LeaseTerms terms, Verb verb, String key, long permits, long most) {
        Charge charge = new Charge(terms.limits(), key, permits);
        return remote.ask(new Question(verb, List.of(charge), most, 0, null))
                .thenApply(answer -> new Answer(terms.translated(answer.decision()), answer.receipt()));
    }

    /** For one caller, who was promised the answer before. */
    void ask(LeaseTerms terms, String key, CompletableFuture<Answer> caller) {
        var unused = ask(terms, key, 1).whenComplete((answer, failure) -> {
            if (failure == null) {
                caller.complete(answer);
            } else {
                caller.completeExceptionally(failure);
            }
        });
    }
}
