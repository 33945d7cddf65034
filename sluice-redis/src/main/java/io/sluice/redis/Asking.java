package io.sluice.redis;

import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.redis.batch.Convoy;
import io.sluice.redis.link.Link;
import io.sluice.redis.script.Ask;
import io.sluice.redis.script.AskCall;
import io.sluice.redis.script.AskCall.Outcome;
import io.sluice.redis.script.KeyNames;
import io.sluice.redis.script.Moment;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Asks the general script. Questions that meet travel in one call, those of different slots apart; all keys of one are in one slot. */
final class Asking {
    private final Link link;
    private final KeyNames names;
    private final Supplier<Moment> moment;
    private final Map<Integer, Convoy<Asked>> bySlot = new ConcurrentHashMap<>();

    Asking(Link link, KeyNames names, Supplier<Moment> moment) {
        this.link = link;
        this.names = names;
        this.moment = moment;
    }

    Asked ask(Question question) {
        Asked asked = new Asked(question, Ask.of(question, names));
        try {
            convoy(question.charges().get(0)).join(asked);
        } catch (RuntimeException e) {
            asked.completeExceptionally(e);
        }
        return asked;
    }

    private Convoy<Asked> convoy(Charge charge) {
        int slot = link.isSharded() ? link.slot(names.name(charge.limits(), charge.key())) : 0;
        return bySlot.computeIfAbsent(slot, any -> new Convoy<>(together -> send(Asked.coalesced(together))));
    }

    private CompletionStage<?> send(List<List<Asked>> groups) {
        List<Ask> asks = groups.stream()
                .map(group -> group.get(0).ask.times(group.size()))
                .toList();
        try {
            return run(AskCall.of(asks, moment.get()), groups);
        } catch (RuntimeException e) {
            return failed(groups, e);
        }
    }

    private CompletionStage<?> run(AskCall call, List<List<Asked>> groups) {
        return link.run(call.script(), call.keys(), call.args())
                .thenCompose(reply -> tellAll(groups, call.outcomes(reply)))
                .exceptionallyCompose(failure -> failed(groups, failure));
    }

    private CompletionStage<Void> tellAll(List<List<Asked>> groups, List<Outcome> outcomes) {
        CompletableFuture<?>[] told = new CompletableFuture<?>[groups.size()];
        for (int i = 0; i < told.length; i++) {
            told[i] = tell(groups.get(i), outcomes.get(i)).toCompletableFuture();
        }
        return CompletableFuture.allOf(told);
    }

    private CompletionStage<?> tell(List<Asked> group, Outcome outcome) {
        if (outcome instanceof Outcome.AskAgain again) {
            return run(again.instead(), List.of(group));
        }
        if (outcome instanceof Outcome.Answered answered) {
            for (int i = 0; i < group.size(); i++) {
                group.get(i).complete(answered.answers().get(i), answered.refusal());
            }
        } else if (outcome instanceof Outcome.Failed failed) {
            tellFailure(group, new IllegalStateException(failed.why()));
        }
        return CompletableFuture.completedStage(null);
    }

    private static void tellFailure(List<Asked> group, Throwable failure) {
        group.forEach(one -> one.completeExceptionally(failure));
    }

    /** Where one may have failed all of them they are asked one by one. Some may then be charged twice: too much refused, never too little. */
    private CompletionStage<Void> failed(List<List<Asked>> groups, Throwable failure) {
        if (groups.size() == 1 || !Lane.isOfOne(failure)) {
            groups.forEach(group -> tellFailure(group, failure));
            return CompletableFuture.completedStage(null);
        }
        return CompletableFuture.allOf(groups.stream()
                .map(group -> send(List.of(group)).toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new));
    }
}
