package io.sluice.rules;

import io.sluice.core.Answer;
import io.sluice.core.Decision;
import io.sluice.core.Question.Verb;
import io.sluice.rules.Ruling.Outcome;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What becomes of a request that a rule does not let pass: it waits, passes reduced or later, or is refused; and perhaps blocked from then on. */
final class Limited {
    private final Teller teller;
    private final Blocking blocking;
    private final Staircase staircase;

    Limited(Teller teller) {
        this.teller = teller;
        this.blocking = new Blocking(teller);
        this.staircase = new Staircase(teller, this);
    }

    /** {@code first} is the refusal of all together. Where nobody could look, nobody has earned a block, and asking again would only take longer. */
    CompletionStage<Decided> ruling(Case one, Answer refusal) {
        Decision first = refusal.decision();
        int binding = one.combination.binding(first);
        if (first.undecided() || (one.combination.plain() && binding != Combination.NONE)) {
            return done(refused(one, first, Math.max(0, binding)));
        }
        return each(one.charges(), refusal).thenCompose(each -> ruling(one, first, each));
    }

    /** What each charge says alone: by the answer about all of them, or by a look at each where a store does not tell. */
    CompletionStage<List<Decision>> each(List<Charge> charges, Answer answer) {
        if (charges.size() == 1) {
            return CompletableFuture.completedFuture(List.of(answer.decision()));
        }
        if (answer.each().size() == charges.size()) {
            return CompletableFuture.completedFuture(answer.each());
        }
        CompletionStage<List<Decision>> all = CompletableFuture.completedFuture(List.of());
        for (Charge charge : charges) {
            all = all.thenCombine(teller.ask(Verb.PEEK, charge), Limited::and);
        }
        return all;
    }

    private static List<Decision> and(List<Decision> before, Decision next) {
        List<Decision> all = new ArrayList<>(before);
        all.add(next);
        return all;
    }

    private CompletionStage<Decided> ruling(Case one, Decision first, List<Decision> each) {
        int i = answering(one.combination, each);
        if (i == Combination.NONE) {
            return done(refused(one, first, Math.max(0, one.combination.binding(first))));
        }
        Terms terms = one.combination.terms(i);
        CompletionStage<@Nullable Decided> passed =
                each.get(i).blocked() ? CompletableFuture.completedFuture(null) : passing(one, i, terms, each);
        return passed.thenCompose(decided -> decided != null ? done(decided) : blocking.ruling(one, first, each, i));
    }

    /** Of those that refuse, the one with the highest priority, then with the longest wait. */
    private static int answering(Combination combination, List<Decision> each) {
        int found = Combination.NONE;
        for (int i = 0; i < each.size(); i++) {
            if (!each.get(i).allowed() && (found == Combination.NONE || comesBefore(combination, each, i, found))) {
                found = i;
            }
        }
        return found;
    }

    private static boolean comesBefore(Combination combination, List<Decision> each, int one, int other) {
        int priority = combination.terms(one).rule.rule.priority();
        int others = combination.terms(other).rule.rule.priority();
        return priority != others
                ? priority > others
                : each.get(one).retryAfterNanos() > each.get(other).retryAfterNanos();
    }

    /** Null if it does not pass this way either. */
    private CompletionStage<@Nullable Decided> passing(Case one, int i, Terms terms, List<Decision> each) {
        WhenLimited then = terms.rule.rule.whenLimited();
        Counter extra = terms.extra;
        if (then instanceof WhenLimited.Delay delay && !one.combination.queues()) {
            return teller.ask(Verb.RESERVE, one.charges(), delay.most().toNanos(), null)
                    .thenApply(answer -> promised(one, i, answer));
        }
        if (then instanceof WhenLimited.Slower slower
                && (one.attributes.canWait() || slower.atTop() == WhenLimited.Slower.AtTop.PASS)) {
            return staircase.passing(one, i, each);
        }
        if (extra == null) {
            return CompletableFuture.completedFuture(null);
        }
        List<Charge> charges = one.replaced(i, extra);
        return teller.ask(Verb.TRY_ACQUIRE, charges)
                .thenApply(answer -> answer.decision().allowed() ? reduced(one, i, charges, answer) : null);
    }

    private @Nullable Decided promised(Case one, int i, Answer answer) {
        Decision decision = answer.decision();
        if (!decision.allowed()) {
            return null;
        }
        Outcome outcome = decision.delayNanos() > 0 ? Outcome.DELAYED : Outcome.ALLOWED;
        Settlement settlement = settlement(one, one.charges(), answer.receipt(), new BitSet(), decision.delayNanos());
        return new Decided(outcome, one.attributes, one.combination, decision, i, settlement);
    }

    private Decided reduced(Case one, int i, List<Charge> charges, Answer answer) {
        BitSet without = new BitSet();
        without.set(i);
        Settlement settlement = settlement(one, charges, answer.receipt(), without, 0);
        return new Decided(Outcome.REDUCED, one.attributes, one.combination, answer.decision(), i, settlement);
    }

    /** {@code without}: rules that were not charged themselves. */
    Settlement settlement(Case one, List<Charge> taken, @Nullable Object receipt, BitSet without, long delayNanos) {
        List<Settlement.Open> open = new ArrayList<>();
        for (int i = 0; i < one.charges().size(); i++) {
            if (!without.get(i) && one.combination.terms(i).rule.rule.cost() instanceof Cost.Answered answered) {
                open.add(new Settlement.Open(one.charge(i), answered));
            }
        }
        for (int i = 0; i < one.shadows.size(); i++) {
            if (one.shadows.get(i).rule.rule.cost() instanceof Cost.Answered answered) {
                open.add(new Settlement.Open(one.shadowCharges().get(i), answered));
            }
        }
        return new Settlement(teller, taken, receipt, open, delayNanos, one.combination);
    }

    static Decided refused(Case one, Decision decision, int binding) {
        return refused(one.attributes, one.combination, decision, binding);
    }

    static Decided refused(Attributes attributes, Combination combination, Decision decision, int binding) {
        boolean decoy = combination.terms(binding).rule.rule.whenLimited() instanceof WhenLimited.Decoy;
        Outcome outcome = decoy ? Outcome.DECOY : Outcome.REFUSED;
        return new Decided(outcome, attributes, combination, decision, binding, null);
    }

    static <T> CompletionStage<T> done(T value) {
        return CompletableFuture.completedFuture(value);
    }
}
