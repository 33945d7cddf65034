package io.sluice.rules;

import io.sluice.core.Answer;
import io.sluice.core.Decision;
import io.sluice.rules.Ruling.Outcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Lets requests pass step by step that one or several rules with steps refuse: such a rule counts them with its excess, all others as ever, in one question.
 *
 * <p>The answer to that question says which place a request has in each excess, so no two requests have the same one. Rules that are used up while it is asked
 * are asked about again, with their excess instead.
 */
final class Staircase {
    private final Teller teller;
    private final Limited limited;

    Staircase(Teller teller, Limited limited) {
        this.teller = teller;
        this.limited = limited;
    }

    /**
     * Null if a rule refuses for good.
     *
     * @param answering the rule that would answer the refusal
     * @param each what each rule says
     */
    CompletionStage<@Nullable Decided> passing(Case one, int answering, List<Decision> each) {
        return climb(new Climb(one, answering, each.get(answering)), each);
    }

    /** {@code each}: what the charges that were asked about say. */
    private CompletionStage<@Nullable Decided> climb(Climb climb, List<Decision> each) {
        if (!climb.movesUp(each)) {
            return CompletableFuture.completedFuture(null);
        }
        List<Charge> charges = climb.charges();
        if (charges.isEmpty()) {
            return CompletableFuture.completedFuture(passed(climb, charges, null));
        }
        return teller.take(charges).thenCompose(answer -> told(climb, charges, answer));
    }

    private CompletionStage<@Nullable Decided> told(Climb climb, List<Charge> charges, Answer answer) {
        CompletionStage<List<Decision>> each = limited.each(charges, answer);
        return answer.decision().allowed()
                ? each.thenApply(all -> {
                    climb.reached(all);
                    return passed(climb, charges, answer.receipt());
                })
                : each.thenCompose(all -> climb(climb, all));
    }

    private Decided passed(Climb climb, List<Charge> taken, @Nullable Object receipt) {
        Case one = climb.request;
        boolean waits = one.attributes.canWait();
        long delay = waits ? climb.delayNanos() : 0;
        Settlement settlement = limited.settlement(one, taken, receipt, climb.beyond(), delay);
        Outcome outcome = waits ? Outcome.DELAYED : Outcome.REDUCED;
        return new Decided(
                outcome, one.attributes, one.combination, climb.decision(delay), climb.answering, settlement);
    }
}
