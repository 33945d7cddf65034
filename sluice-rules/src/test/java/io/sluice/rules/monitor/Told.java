package io.sluice.rules.monitor;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.rules.Attributes;
import io.sluice.rules.Cost;
import io.sluice.rules.Rule;
import io.sluice.rules.Ruling;
import io.sluice.rules.WhenLimited;
import io.sluice.rules.match.Match;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A ruling made by hand. */
record Told(
        Outcome outcome,
        @Nullable Rule rule,
        @Nullable Decision decision,
        List<Counted> counted,
        @Nullable String key) implements Ruling {
    private static final Limit LIMIT = Limit.parse("100/min");

    static Rule rule(String name) {
        return new Rule(
                name,
                Match.EVERYTHING,
                List.of(),
                Map.of(Rule.EVERY_PLAN, List.of(LIMIT)),
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

    /** The first rule binds. */
    static Told allowed(long remaining, String client, String... rules) {
        return of(Outcome.ALLOWED, Decision.allowed(LIMIT, 1, remaining, 0, 0), client, rules);
    }

    static Told refused(String client, String... rules) {
        return of(Outcome.REFUSED, Decision.refused(LIMIT, 1_000_000_000, 0, 0), client, rules);
    }

    static Told of(Outcome outcome, Decision decision, String client, String... rules) {
        List<Counted> counted = Arrays.stream(rules)
                .map(name -> new Counted(rule(name), List.of(LIMIT)))
                .toList();
        return new Told(outcome, counted.get(0).rule(), decision, counted, rules[0] + "|" + client);
    }

    static Told uncounted(Outcome outcome) {
        return new Told(outcome, null, null, List.of(), null);
    }

    @Override
    public long delayNanos() {
        return 0;
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
