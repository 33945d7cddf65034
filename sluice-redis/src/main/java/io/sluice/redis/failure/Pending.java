package io.sluice.redis.failure;

import io.sluice.core.Answer;
import io.sluice.core.Question;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A question under way to the shared store. The first to come counts, the answer, the failure or the deadline; the rest is heard, but changes nothing for who asked. */
final class Pending extends Deadlines.Entry implements BiConsumer<@Nullable Answer, @Nullable Throwable> {
    private final GuardedStore store;
    private final Question question;
    private final Circuit.Pass pass;

    Pending(GuardedStore store, Question question, Circuit.Pass pass, long askedNanos) {
        super(askedNanos);
        this.store = store;
        this.question = question;
        this.pass = pass;
    }

    @Override
    public void accept(@Nullable Answer answer, @Nullable Throwable failure) {
        if (!settle()) {
            if (answer != null) {
                store.heard(question, answer);
            }
            return;
        }
        if (answer != null && failure == null) {
            store.answered(question, pass, answer);
            complete(answer);
        } else {
            completeBy(store.failed(question, pass, failure));
        }
    }

    @Override
    void expire() {
        if (settle()) {
            completeBy(store.late(question, pass, sinceNanos()));
        }
    }

    private void completeBy(CompletionStage<Answer> instead) {
        var unused = instead.thenAccept(this::complete);
    }
}
