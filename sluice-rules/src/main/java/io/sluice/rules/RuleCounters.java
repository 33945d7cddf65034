package io.sluice.rules;

import io.sluice.core.Limit;
import java.util.ArrayList;
import java.util.List;

/** The limits of every counter that a rule has under one plan: its own, and those that go with it. */
final class RuleCounters {
    private RuleCounters() {}

    static List<List<Limit>> of(Rule rule, List<Limit> limits) {
        List<List<Limit>> all = new ArrayList<>();
        all.add(limits);
        Limit extra = Counters.extra(rule.whenLimited(), limits);
        if (extra != null) {
            all.add(List.of(extra));
        }
        if (rule.whenLimited() instanceof WhenLimited.Slower slower) {
            for (Limit limit : limits) {
                Limit excess = Excess.limitOf(limit, slower.steps());
                if (excess != null) {
                    all.add(List.of(excess));
                }
            }
        }
        Block block = rule.block();
        if (block != null && block.grow() > 1) {
            all.add(List.of(Counters.offences(block)));
        }
        return all;
    }
}
