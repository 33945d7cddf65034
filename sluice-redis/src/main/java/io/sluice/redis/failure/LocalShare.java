package io.sluice.redis.failure;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.LimitSet;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import io.sluice.core.Store;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Limits in this process, each divided by the number of instances; {@link DividedLimits} says what all of them together allow at most.
 *
 * <p>It begins with nothing used and nobody banned, and {@link #forget} makes it begin anew; {@link LocalAnswers} knows what the shared store said. So each outage
 * gives a key at most what {@link DividedLimits} says besides what the shared store gave it before and gives it after. A change of the number of
 * instances keeps what was used.
 */
final class LocalShare implements Store {
    private record Shared(LimitSet all, int instances, LimitSet share) {
        boolean isOf(LimitSet limits, int count) {
            return instances == count && all.equals(limits);
        }
    }

    private final Clock clock;
    private final InstanceCount count;
    private final Map<String, Shared> shares = new ConcurrentHashMap<>();
    /** Several keys are charged one after another: no two questions at once, so that none sees permits that another gives back. */
    private final Object taking = new Object();

    private volatile Store memory;

    LocalShare(Clock clock, InstanceCount count) {
        this.clock = clock;
        this.count = count;
        this.memory = Store.memory(clock);
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public CompletionStage<Answer> ask(Question question) {
        if (question.verb() == Verb.TRY_ACQUIRE && question.charges().size() > 1) {
            synchronized (taking) {
                return memory.ask(shared(question));
            }
        }
        CompletionStage<Answer> answer = memory.ask(shared(question));
        return question.verb() == Verb.RESERVE ? answer.thenApply(LocalShare::withReceipt) : answer;
    }

    private static Answer withReceipt(Answer answer) {
        return new Answer(answer.decision(), new Receipt(answer.receipt()), answer.each());
    }

    private Question shared(Question question) {
        int instances = count.instances();
        List<Charge> charges = question.charges().stream()
                .map(charge -> new Charge(share(charge.limits(), instances), charge.key(), charge.permits()))
                .toList();
        return new Question(question.verb(), charges, question.most(), question.nanos(), local(question.receipt()));
    }

    /** What was reserved at the shared store cannot be undone here. */
    private static @Nullable Object local(@Nullable Object receipt) {
        return receipt instanceof Receipt here ? here.local() : null;
    }

    private LimitSet share(LimitSet limits, int instances) {
        Shared known = shares.get(limits.name());
        if (known == null || !known.isOf(limits, instances)) {
            known = new Shared(limits, instances, DividedLimits.of(limits, instances));
            shares.put(limits.name(), known);
        }
        return known.share;
    }

    /** Drops all counters and bans. The old ones are not closed: who is just asking them gets an answer. */
    void forget() {
        memory = Store.memory(clock);
    }

    @Override
    public void forget(String name) {
        shares.remove(name);
        memory.forget(name);
    }

    @Override
    public void close() {
        memory.close();
    }
}
