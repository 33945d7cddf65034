package io.sluice.rules.file;

import io.sluice.core.Limit;
import io.sluice.rules.Cost;
import io.sluice.rules.Rule;
import io.sluice.rules.RuleSet;
import java.util.List;

/** A request that costs more than its limit can ever give: it is refused whenever it comes. */
final class NeverPasses implements Doubts.RuleDoubt {
    @Override
    public void look(Rule rule, RuleSet rules, Places places, Doubts.Warnings warnings) {
        rule.limits()
                .values()
                .forEach(limits -> limits.stream()
                        .filter(limit -> limit.capacity() > 0)
                        .forEach(limit -> look(rule, limit, places, warnings)));
    }

    private static void look(Rule rule, Limit limit, Places places, Doubts.Warnings warnings) {
        Cost cost = rule.cost();
        if (cost instanceof Cost.ByPath byPath) {
            byPath.paths().stream()
                    .filter(priced -> priced.permits() > limit.capacity())
                    .forEach(priced -> warn(rule, priced.path().toString(), priced.permits(), limit, places, warnings));
        }
        for (long permits : costs(cost)) {
            if (permits > limit.capacity()) {
                warn(rule, "rule " + rule.name(), permits, limit, places, warnings);
            }
        }
    }

    /** What requests cost for sure, or if they say nothing. */
    private static List<Long> costs(Cost cost) {
        if (cost instanceof Cost.Fixed fixed) {
            return List.of(fixed.permits());
        }
        if (cost instanceof Cost.ByPath byPath) {
            return List.of(byPath.otherwise());
        }
        return cost instanceof Cost.Said said ? List.of(said.least()) : List.of(((Cost.Answered) cost).estimate());
    }

    private static void warn(
            Rule rule, String what, long permits, Limit limit, Places places, Doubts.Warnings warnings) {
        warnings.add(
                places.of(rule, "cost"),
                "no request passes " + what + ": it costs " + permits + ", and " + limit + " gives at most "
                        + limit.capacity() + " at once",
                "lower the cost, or raise the limit or its burst");
    }
}
