package io.sluice.redis.failure;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Answers without the shared store: from the {@link LocalShare}, and no more than one instance's part of what the shared store {@link LastSaid
 * last said} was left.
 *
 * <p>An answer that is merely late is the hard case: the shared store counts its question, and gives to others what is earned meanwhile. So
 * what is earned after a question was asked does not count for it. What the shared store says in the end, however late, is
 * heard: it has that question in it, which thereby counts once.
 */
final class LocalAnswers {
    private final LocalShare share;
    private final InstanceCount count;
    private final LastSaid lastSaid;

    LocalAnswers(Clock clock, InstanceCount count) {
        this.share = new LocalShare(clock, count);
        this.count = count;
        this.lastSaid = new LastSaid(clock::nanos);
    }

    /** The shared store has answered. */
    void heard(Question question, Decision decision) {
        switch (question.verb()) {
            case TRY_ACQUIRE, TRY_ACQUIRE_UP_TO, RESERVE, PEEK, PENALIZE -> remember(question, decision);
            default -> question.charges().forEach(lastSaid::forget);
        }
    }

    /** Of several keys the decision tells about one: the one that is under the binding limit, if only one is. */
    private void remember(Question question, Decision decision) {
        List<Charge> charges = question.charges();
        if (charges.size() > 1) {
            charges = charges.stream()
                    .filter(charge -> charge.limits().limits().contains(decision.binding()))
                    .toList();
        }
        if (charges.size() == 1) {
            lastSaid.heard(charges.get(0), decision);
        }
    }

    /** A question that is answered now; what has been earned after that time does not count for it. */
    CompletionStage<Answer> ask(Question question, long untilNanos) {
        return switch (question.verb()) {
            case TRY_ACQUIRE -> upTo(1, question, untilNanos);
            case TRY_ACQUIRE_UP_TO -> upTo(question.most(), question, untilNanos);
            case PEEK -> isLeft(question, untilNanos) ? share.ask(question) : refused(question, untilNanos);
            case RESERVE -> reserve(question, untilNanos);
            case RESET -> {
                question.charges().forEach(lastSaid::forget);
                yield share.ask(question);
            }
            default -> share.ask(question);
        };
    }

    private CompletionStage<Answer> upTo(long most, Question question, long untilNanos) {
        long times = Math.min(most, timesLeft(question, untilNanos));
        if (times < Math.min(1, most)) {
            return refused(question, untilNanos);
        }
        Question fewer = new Question(question.verb(), question.charges(), times, question.nanos(), null);
        return share.ask(fewer).thenCompose(answer -> {
            long granted =
                    question.verb() == Verb.TRY_ACQUIRE ? 1 : answer.decision().granted();
            return !answer.decision().allowed() || give(granted, question, untilNanos)
                    ? CompletableFuture.completedStage(answer)
                    : refused(question, untilNanos);
        });
    }

    /** Promised for when both the share and what was left allow it. */
    private CompletionStage<Answer> reserve(Question question, long untilNanos) {
        long wait =
                isLeft(question, untilNanos) ? 0 : refusal(question, untilNanos).retryAfterNanos();
        return wait > question.nanos()
                ? refused(question, untilNanos)
                : share.ask(question).thenApply(answer -> delayed(question, answer, wait));
    }

    private Answer delayed(Question question, Answer answer, long waitNanos) {
        Decision promised = answer.decision();
        if (!promised.allowed()) {
            return answer;
        }
        question.charges().forEach(charge -> lastSaid.given(charge, charge.permits()));
        Decision later = Decision.allowed(
                promised.binding(),
                promised.granted(),
                promised.remaining(),
                promised.resetAfterNanos(),
                Math.max(promised.delayNanos(), waitNanos));
        return new Answer(later, answer.receipt(), answer.each());
    }

    private boolean isLeft(Question question, long untilNanos) {
        return timesLeft(question, untilNanos) >= 1;
    }

    /** How often the question can be granted. */
    private long timesLeft(Question question, long untilNanos) {
        long least = Long.MAX_VALUE;
        for (Charge charge : question.charges()) {
            Said said = lastSaid.of(charge, untilNanos);
            if (said != null && charge.permits() > 0) {
                least = Math.min(least, Math.max(0, said.left(untilNanos, instances())) / charge.permits());
            }
        }
        return least;
    }

    /** False if others were given the last meanwhile; what the share has counted is lost then. */
    private boolean give(long times, Question question, long untilNanos) {
        return question.charges().stream()
                .allMatch(charge -> lastSaid.give(charge, times * charge.permits(), untilNanos, instances()));
    }

    private CompletionStage<Answer> refused(Question question, long untilNanos) {
        return CompletableFuture.completedStage(Answer.of(refusal(question, untilNanos)));
    }

    /** By the key that makes it wait longest. */
    private Decision refusal(Question question, long untilNanos) {
        Decision longest = Unasked.refused(question, 1).decision();
        for (Charge charge : question.charges()) {
            Said said = lastSaid.of(charge, untilNanos);
            if (said != null && said.left(untilNanos, instances()) < charge.permits()) {
                Decision refused = said.refused(charge.permits(), untilNanos, instances());
                longest = refused.retryAfterNanos() >= longest.retryAfterNanos() ? refused : longest;
            }
        }
        return longest;
    }

    private int instances() {
        return Math.max(1, count.instances());
    }

    /** Begins anew, but for what the shared store said. */
    void forget() {
        share.forget();
    }

    /** Nothing that was used under this name counts any more. */
    void forget(String name) {
        share.forget(name);
    }

    void close() {
        share.close();
    }
}
