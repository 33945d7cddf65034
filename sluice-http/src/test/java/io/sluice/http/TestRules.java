package io.sluice.http;

import io.sluice.core.Limit;
import io.sluice.rules.ClientSettings;
import io.sluice.rules.Cost;
import io.sluice.rules.PathSettings;
import io.sluice.rules.Per;
import io.sluice.rules.PlanSettings;
import io.sluice.rules.Rule;
import io.sluice.rules.RuleSet;
import io.sluice.rules.Source;
import io.sluice.rules.StoreSettings;
import io.sluice.rules.WhenLimited;
import io.sluice.rules.match.Match;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Rules made by hand. */
public final class TestRules {
    private TestRules() {}

    public static Rule rule(String name, String... limits) {
        return rule(name, new WhenLimited.Refuse(), Map.of(), null, limits);
    }

    public static Rule rule(
            String name, WhenLimited whenLimited, Map<String, String> message, String docs, String... limits) {
        return new Rule(
                name,
                Match.EVERYTHING,
                List.of(),
                Map.of(Rule.EVERY_PLAN, Stream.of(limits).map(Limit::parse).toList()),
                Map.of(),
                Cost.ONE,
                whenLimited,
                null,
                Rule.Mode.ENFORCE,
                0,
                null,
                100,
                docs,
                message);
    }

    public static Rule costing(Cost cost, List<Per> per) {
        Rule rule = rule("costly", "10/s");
        return new Rule(
                rule.name(),
                rule.match(),
                per,
                rule.limits(),
                rule.overrides(),
                cost,
                rule.whenLimited(),
                null,
                rule.mode(),
                0,
                null,
                100,
                null,
                Map.of());
    }

    public static RuleSet set(ClientSettings clients, PlanSettings plan, Rule... rules) {
        return new RuleSet(
                "test",
                new StoreSettings(null, "strict", "local", Duration.ofMillis(20), null, "sluice", 1_000),
                List.of("ietf", "x-ratelimit"),
                clients,
                PathSettings.DEFAULT,
                plan,
                List.of(),
                List.of(),
                List.of(rules));
    }

    public static ClientSettings clients(
            List<String> trusted, String forwardedBy, int hops, Map<String, Source> identities) {
        return new ClientSettings(trusted, forwardedBy, hops, 64, identities);
    }
}
