package io.sluice.rules;

import io.sluice.core.Decision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A ruling. */
final class Decided implements Ruling {
    /** No rule counted the request. */
    static final Decided UNLIMITED = new Decided(Outcome.UNLIMITED, null);

    static final Decided DENIED = new Decided(Outcome.DENIED, null);

    private final Outcome outcome;
    private final @Nullable Attributes attributes;
    private final @Nullable Combination combination;
    private final @Nullable Decision decision;
    private final int binding;
    private final @Nullable Settlement settlement;

    /** No rule counted the request; one that only looked on may wait for the answer. */
    Decided(Outcome outcome, @Nullable Settlement settlement) {
        this.outcome = outcome;
        this.attributes = null;
        this.combination = null;
        this.decision = null;
        this.binding = Combination.NONE;
        this.settlement = settlement;
    }

    /** {@code binding}: whose terms were, in the combination. */
    Decided(
            Outcome outcome,
            Attributes attributes,
            Combination combination,
            Decision decision,
            int binding,
            @Nullable Settlement settlement) {
        this.outcome = outcome;
        this.attributes = attributes;
        this.combination = combination;
        this.decision = decision;
        this.binding = binding;
        this.settlement = settlement;
    }

    /** For who cannot wait: what was taken comes back. */
    Decided refusedInsteadOfDelayed() {
        if (attributes == null || combination == null || decision == null) {
            return this;
        }
        cancel();
        Decision refusal =
                Decision.refused(decision.binding(), delayNanos(), decision.remaining(), decision.resetAfterNanos());
        return new Decided(Outcome.REFUSED, attributes, combination, refusal, binding, null);
    }

    @Override
    public Outcome outcome() {
        return outcome;
    }

    @Override
    public @Nullable Rule rule() {
        return combination == null ? null : combination.terms(binding).rule.rule;
    }

    @Override
    public @Nullable Decision decision() {
        return decision;
    }

    @Override
    public List<Counted> counted() {
        return combination == null ? List.of() : combination.counted();
    }

    @Override
    public @Nullable String key() {
        if (combination == null || attributes == null) {
            return null;
        }
        return KeyNames.name(combination.terms(binding).rule, attributes);
    }

    @Override
    public long delayNanos() {
        return settlement == null ? 0 : settlement.delayNanos();
    }

    @Override
    public void cancel() {
        if (settlement != null) {
            settlement.cancel();
        }
    }

    /** What was decided about, if rules counted it. */
    @Nullable
    Attributes attributes() {
        return attributes;
    }

    /** What is still owed; null if nothing is, though permits were taken. */
    @Nullable
    Settlement settlement() {
        return settlement;
    }

    @Override
    public List<String> awaited() {
        return settlement == null ? List.of() : settlement.awaited();
    }

    @Override
    public void ended(Attributes response) {
        if (settlement != null) {
            settlement.ended(response);
        }
    }

    @Override
    public String toString() {
        Rule rule = rule();
        return outcome + (rule == null ? "" : " by " + rule.name() + ": " + decision);
    }
}
