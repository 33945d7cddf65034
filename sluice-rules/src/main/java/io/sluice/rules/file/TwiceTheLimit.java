package io.sluice.rules.file;

import io.sluice.core.Limit;
import io.sluice.core.Limit.Kind;
import io.sluice.rules.Rule;
import io.sluice.rules.RuleSet;
import java.time.Duration;

/** A short window that is counted anew at its end: what was left of one and the whole next can be used in one moment. */
final class TwiceTheLimit implements Doubts.RuleDoubt {
    /** Quotas of a day or more are meant to begin anew. */
    private static final Duration QUOTA = Duration.ofDays(1);

    @Override
    public void look(Rule rule, RuleSet rules, Places places, Doubts.Warnings warnings) {
        rule.limits().values().stream()
                .flatMap(limits -> limits.stream().filter(TwiceTheLimit::isShortWindow))
                .distinct()
                .forEach(limit -> warnings.add(
                        places.of(rule, "limit"),
                        "rule " + rule.name() + " lets up to " + 2 * limit.permits()
                                + " pass at once, where one window of " + limit + " ends and the next begins",
                        "sliding-window or sliding-log keep to " + limit.permits()));
    }

    private static boolean isShortWindow(Limit limit) {
        boolean window = limit.kind() == Kind.FIXED_WINDOW || limit.kind() == Kind.ANCHORED_WINDOW;
        return window && limit.permits() > 1 && limit.period().compareTo(QUOTA) < 0;
    }
}
