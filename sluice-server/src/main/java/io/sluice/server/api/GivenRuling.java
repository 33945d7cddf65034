package io.sluice.server.api;

import io.sluice.core.Decision;
import io.sluice.core.LimitSet;
import io.sluice.rules.Attributes;
import io.sluice.rules.Cost;
import io.sluice.rules.Rule;
import io.sluice.rules.Ruling;
import io.sluice.rules.WhenLimited;
import io.sluice.rules.match.Match;
import java.util.List;
import java.util.Map;

/** What was decided by limits that were given: as if a rule of their name had said so. */
final class GivenRuling implements Ruling {
    private final Rule rule;
    private final List<Counted> counted;
    private final String key;
    private final Decision decision;

    GivenRuling(LimitSet limits, String key, Decision decision) {
        this.rule = rule(limits);
        this.counted = List.of(new Counted(rule, limits.limits()));
        this.key = key;
        this.decision = decision;
    }

    private static Rule rule(LimitSet limits) {
        String name = limits.name();
        return new Rule(
                name.substring(name.indexOf(':') + 1),
                Match.EVERYTHING,
                List.of(),
                Map.of(Rule.EVERY_PLAN, limits.limits()),
                Map.of(),
                Cost.ONE,
                new WhenLimited.Refuse(),
                null,
                Rule.Mode.ENFORCE,
                0,
                null,
                100,
                null,
                Map.of());
    }

    @Override
    public Outcome outcome() {
        if (!decision.allowed()) {
            return Outcome.REFUSED;
        }
        return decision.delayNanos() > 0 ? Outcome.DELAYED : Outcome.ALLOWED;
    }

    @Override
    public Rule rule() {
        return rule;
    }

    @Override
    public Decision decision() {
        return decision;
    }

    @Override
    public List<Counted> counted() {
        return counted;
    }

    @Override
    public String key() {
        return key;
    }

    @Override
    public long delayNanos() {
        return decision.delayNanos();
    }

    /** A place in a queue stays taken: the caller was told of it, and nobody tells us what became of it. */
    @Override
    public void cancel() {}

    @Override
    public List<String> awaited() {
        return List.of();
    }

    @Override
    public void ended(Attributes response) {}
}
