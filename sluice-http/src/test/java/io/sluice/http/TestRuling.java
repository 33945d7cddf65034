package io.sluice.http;

import io.sluice.core.Decision;
import io.sluice.rules.Attributes;
import io.sluice.rules.Rule;
import io.sluice.rules.Ruling;
import java.util.List;
import java.util.stream.Stream;

/** A ruling made by hand. */
public record TestRuling(Outcome outcome, Rule rule, Decision decision, List<Counted> counted, long delayNanos)
        implements Ruling {
    public static final long SECOND = 1_000_000_000;

    /** Of these rules; the first limit of the first is binding. */
    public static TestRuling allowed(long remaining, long resetAfterNanos, Rule... rules) {
        List<Counted> counted = counted(rules);
        Decision decision = Decision.allowed(counted.get(0).limits().get(0), 1, remaining, resetAfterNanos, 0);
        return new TestRuling(Outcome.ALLOWED, rules[0], decision, counted, 0);
    }

    public static TestRuling refused(long waitNanos, long resetAfterNanos, Rule... rules) {
        List<Counted> counted = counted(rules);
        Decision decision = Decision.refused(counted.get(0).limits().get(0), waitNanos, 0, resetAfterNanos);
        return new TestRuling(Outcome.REFUSED, rules[0], decision, counted, 0);
    }

    private static List<Counted> counted(Rule... rules) {
        return Stream.of(rules)
                .map(rule -> new Counted(rule, rule.limits().get(Rule.EVERY_PLAN)))
                .toList();
    }

    @Override
    public String key() {
        return rule.name() + "|ip:127.0.0.1";
    }

    @Override
    public void cancel() {}

    @Override
    public List<String> awaited() {
        return List.of();
    }

    @Override
    public void ended(Attributes response) {}
}
