package io.sluice.rules;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the rules would say about a request, without charging it.
 *
 * @param listed why no rule is asked: {@link Ruling.Outcome#DENIED} or {@link Ruling.Outcome#UNLIMITED} by a list; null if rules are asked
 * @param plan null if the rules know no plans
 * @param rules every rule, in the file's order
 */
public record Explanation(
        Ruling.@Nullable Outcome listed, @Nullable String plan, List<Explained> rules) {
    public Explanation {
        rules = List.copyOf(rules);
    }

    /**
     * What one rule would say.
     *
     * @param counts whether it counts for the request; {@code why} says why not
     * @param why empty if it counts
     * @param enforced false if it only looks on
     * @param key null if it does not count, like all that follows
     * @param decision what it would answer alone
     */
    public record Explained(
            Rule rule,
            boolean counts,
            String why,
            boolean enforced,
            @Nullable String key,
            List<Limit> limits,
            long cost,
            @Nullable Decision decision) {
        static Explained not(Rule rule, String why) {
            return new Explained(rule, false, why, false, null, List.of(), 0, null);
        }
    }
}
