package io.sluice.redis.failure;

import io.sluice.core.Answer;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.Question;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Answers made without looking at any counter. */
final class Unasked {
    private Unasked() {}

    /** Nothing is counted, so all of the limit remains. */
    static Answer allowed(Question question) {
        Limit binding = tightest(question);
        Decision decision = Decision.allowed(binding, granted(question), binding.capacity(), 0, 0);
        return new Answer(decision, receipt(question));
    }

    /** {@link Long#MAX_VALUE} is never. */
    static Answer refused(Question question, long waitNanos) {
        long resetAfterNanos = waitNanos == Long.MAX_VALUE ? 0 : waitNanos;
        Decision decision = Decision.refused(tightest(question), waitNanos, 0, resetAfterNanos);
        return new Answer(decision, question.verb() == Question.Verb.CANCEL ? false : null);
    }

    /** Refused without anybody having looked. */
    static Answer undecided(Question question, long waitNanos) {
        Decision decision = Decision.undecided(tightest(question), waitNanos);
        return new Answer(decision, question.verb() == Question.Verb.CANCEL ? false : null);
    }

    /** Of one key its permits, of several how often they are charged. */
    private static long granted(Question question) {
        long once = question.charges().size() == 1 ? question.charges().get(0).permits() : 1;
        return switch (question.verb()) {
            case TRY_ACQUIRE, RESERVE -> once;
            case TRY_ACQUIRE_UP_TO -> question.most();
            default -> 0;
        };
    }

    private static @Nullable Object receipt(Question question) {
        return switch (question.verb()) {
            case RESERVE -> new Receipt(null);
            case CANCEL -> false;
            default -> null;
        };
    }

    private static Limit tightest(Question question) {
        return question.charges().stream()
                .flatMap(charge -> charge.limits().limits().stream())
                .min(Comparator.comparingLong(Limit::capacity))
                .orElseThrow();
    }
}
