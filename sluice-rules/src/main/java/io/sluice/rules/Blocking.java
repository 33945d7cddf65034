package io.sluice.rules;

import io.sluice.core.Decision;
import io.sluice.core.Question.Verb;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Refuses, and blocks the keys that have earned it: at the first refusal, and not again while the block lasts. */
final class Blocking {
    private static final int LOCKS = 64;

    private final Teller teller;
    /** In memory a block is looked for and begun under the key's lock, so that two refusals at once are one offence. */
    private final Object[] locks = new Object[LOCKS];

    Blocking(Teller teller) {
        this.teller = teller;
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new Object();
        }
    }

    /** The refusal, by the rule that answers; the wait is the longest of all. */
    CompletionStage<Decided> ruling(Case one, Decision first, List<Decision> each, int answering) {
        CompletionStage<Long> longest = CompletableFuture.completedFuture(0L);
        for (int i = 0; i < each.size(); i++) {
            Block block = one.combination.terms(i).rule.rule.block();
            if (block != null && isOffence(each.get(i))) {
                longest = longest.thenCombine(begin(block, one.combination.terms(i), one.charge(i)), Math::max);
            }
        }
        return longest.thenApply(nanos -> Limited.refused(one, refusal(first, each.get(answering), nanos), answering));
    }

    /** What nobody could look at is none, and one is being paid for already. */
    private static boolean isOffence(Decision decision) {
        return !decision.allowed() && !decision.blocked() && !decision.undecided();
    }

    /** {@code nanos}: of the blocks that began with it. */
    private static Decision refusal(Decision all, Decision own, long nanos) {
        long wait = Math.max(all.retryAfterNanos(), nanos);
        return nanos > 0 || own.blocked()
                ? Decision.blocked(own.binding(), wait)
                : Decision.refused(
                        own.binding(),
                        wait,
                        own.remaining(),
                        Math.max(own.resetAfterNanos(), wait == Long.MAX_VALUE ? 0 : wait));
    }

    private CompletionStage<Long> begin(Block block, Terms terms, Charge charge) {
        synchronized (locks[(int) (charge.key().hash >>> 32) & (LOCKS - 1)]) {
            Charge one = new Charge(terms.counter, charge.key(), 1);
            return teller.ask(Verb.PEEK, one).thenCompose(seen -> begin(block, terms, one, seen));
        }
    }

    private CompletionStage<Long> begin(Block block, Terms terms, Charge one, Decision seen) {
        if (seen.undecided()) {
            return CompletableFuture.completedFuture(0L);
        }
        return seen.blocked()
                ? CompletableFuture.completedFuture(seen.retryAfterNanos())
                : duration(block, terms.offences, one.key()).thenCompose(nanos -> block(one, nanos));
    }

    private CompletionStage<Long> block(Charge charge, long nanos) {
        return teller.ask(Verb.BLOCK, List.of(charge), nanos, null)
                .thenApply(answer -> answer.decision().undecided() ? 0L : nanos);
    }

    private CompletionStage<Long> duration(Block block, @Nullable Counter offences, RuleKey key) {
        if (offences == null) {
            return CompletableFuture.completedFuture(block.first().toNanos());
        }
        return teller.ask(Verb.PENALIZE, new Charge(offences, key, 1))
                .thenApply(state -> duration(block, state.undecided() ? 1 : state.limit() - state.remaining()));
    }

    /** Of the so-manieth offence. */
    private static long duration(Block block, long offence) {
        double nanos = block.first().toNanos() * Math.pow(block.grow(), (double) Math.max(0, offence - 1));
        return (long) Math.min(nanos, (double) block.most().toNanos());
    }
}
