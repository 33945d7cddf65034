package io.sluice.redis.lease;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Question;
import io.sluice.core.Question.Verb;
import io.sluice.core.Store;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A shared store as one instance sees it: what was taken ahead, what did not arrive, and how long it takes to be heard. */
final class Watched implements Store {
    private final Store shared;
    private long heardAt;
    private long longestUnheard;
    private long takenAhead;
    private long lost;

    Watched(Store shared) {
        this.shared = shared;
        this.heardAt = System.nanoTime();
    }

    @Override
    public CompletionStage<Answer> ask(Question question) {
        long asked = System.nanoTime();
        return shared.ask(question).whenComplete((answer, failure) -> answered(question, asked, answer));
    }

    /** A penalty is never refused by who counts: only by who could not ask. */
    private synchronized void answered(Question question, long asked, @Nullable Answer answer) {
        boolean allowed = answer != null && answer.decision().allowed();
        if (question.verb() == Verb.TRY_ACQUIRE_UP_TO && answer != null) {
            takenAhead += answer.decision().granted();
        }
        if (question.verb() == Verb.PENALIZE && !allowed) {
            lost += question.charges().get(0).permits();
        }
        if (question.verb() == Verb.PEEK || allowed) {
            longestUnheard = Math.max(longestUnheard, System.nanoTime() - heardAt);
            heardAt = asked;
        }
    }

    /** From one question to the answer to the next, at the longest, up to now. */
    synchronized long longestUnheardNanos() {
        return Math.max(longestUnheard, System.nanoTime() - heardAt);
    }

    /** Permits of leases. */
    synchronized long takenAhead() {
        return takenAhead;
    }

    /** Permits of reports that nobody heard. */
    synchronized long lost() {
        return lost;
    }

    @Override
    public Clock clock() {
        return shared.clock();
    }

    @Override
    public void close() {
        shared.close();
    }
}
