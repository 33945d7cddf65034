package io.sluice.rules;

import io.sluice.core.Limit;
import io.sluice.rules.match.Match;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One rule: what it matches, what it counts per, its limits, and what happens when limited.
 *
 * @param per empty: everything together
 * @param limits by plan; {@link #EVERY_PLAN} for rules that make no difference, and for {@code otherwise}
 * @param overrides limits of single clients, by {@code user:ann}
 * @param priority where several rules refuse, the highest answers
 * @param active null: always
 * @param enforced share of keys in percent that the rule is enforced for, 0 to 100; the others as in shadow
 * @param refundOn what gives a request its permits back after it was let pass
 * @param message what a refused client is told, by language; under {@code ""} for all others. Empty: a sentence made of the limit
 */
public record Rule(
        String name,
        Match match,
        List<Per> per,
        Map<String, List<Limit>> limits,
        Map<String, List<Limit>> overrides,
        Cost cost,
        WhenLimited whenLimited,
        @Nullable Block block,
        Mode mode,
        int priority,
        @Nullable Active active,
        double enforced,
        @Nullable String docs,
        Map<String, String> message,
        Set<RefundOn> refundOn) {
    /** In place of a plan's name. */
    public static final String EVERY_PLAN = "";

    /** Whether a rule refuses, or counts and reports what it would refuse. */
    public enum Mode {
        ENFORCE,
        SHADOW
    }

    /** Why a request that was let pass did not get what it was charged for. */
    public enum RefundOn {
        /** The gateway did not send it, because no target takes requests now: breakers are open, or health checks fail. */
        BREAKER,
        /** The upstream answered with a status of 5xx. */
        SERVER_ERROR
    }

    /** Unless a rule says otherwise. */
    public static final Set<RefundOn> USUAL_REFUNDS = Set.of(RefundOn.BREAKER);

    /** With the usual refunds. */
    public Rule(
            String name,
            Match match,
            List<Per> per,
            Map<String, List<Limit>> limits,
            Map<String, List<Limit>> overrides,
            Cost cost,
            WhenLimited whenLimited,
            @Nullable Block block,
            Mode mode,
            int priority,
            @Nullable Active active,
            double enforced,
            @Nullable String docs,
            Map<String, String> message) {
        this(
                name,
                match,
                per,
                limits,
                overrides,
                cost,
                whenLimited,
                block,
                mode,
                priority,
                active,
                enforced,
                docs,
                message,
                USUAL_REFUNDS);
    }

    public Rule {
        per = List.copyOf(per);
        limits = Map.copyOf(limits);
        overrides = Map.copyOf(overrides);
        message = Map.copyOf(message);
        refundOn = Set.copyOf(refundOn);
    }
}
