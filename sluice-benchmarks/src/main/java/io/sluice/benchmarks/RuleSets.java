package io.sluice.benchmarks;

import io.sluice.core.Limit;
import io.sluice.rules.Attribute;
import io.sluice.rules.ClientSettings;
import io.sluice.rules.Cost;
import io.sluice.rules.PathSettings;
import io.sluice.rules.Per;
import io.sluice.rules.Rule;
import io.sluice.rules.RuleSet;
import io.sluice.rules.StoreSettings;
import io.sluice.rules.WhenLimited;
import io.sluice.rules.match.Match;
import io.sluice.rules.match.PathPattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rules of which every request matches three: by user on a part of the paths, by address, and all together. The others are about other paths. */
final class RuleSets {
    private RuleSets() {}

    static RuleSet of(int count, Limit perUser) {
        List<Rule> rules = new ArrayList<>();
        rules.add(rule("api", path("/api/**"), List.of(per(Attribute.USER)), perUser));
        for (int i = 0; rules.size() < count - 2; i++) {
            String pattern =
                    i % 3 == 0 ? "/svc" + i + "/**" : i % 3 == 1 ? "/api/part" + i : "/svc" + i + "/items/{id}";
            rules.add(rule("other" + i, path(pattern), List.of(per(Attribute.USER)), perUser));
        }
        rules.add(rule("ip", Match.EVERYTHING, List.of(per(Attribute.IP)), Rate.PLENTY.limit()));
        rules.add(rule("everyone", Match.EVERYTHING, List.of(), Rate.PLENTY.limit()));
        return new RuleSet(
                "bench",
                new StoreSettings(null, "strict", "local", Duration.ofMillis(20), null, "", 1_000_000),
                List.of(),
                new ClientSettings(List.of(), "none", 0, 64, Map.of()),
                PathSettings.DEFAULT,
                null,
                List.of(),
                List.of(),
                rules);
    }

    private static Match path(String pattern) {
        return new Match(Match.Scope.SOME, Set.of(), PathPattern.parse(pattern), List.of());
    }

    private static Per per(Attribute attribute) {
        return new Per(List.of(Per.Choice.of(attribute)), Per.OrElse.IP);
    }

    private static Rule rule(String name, Match match, List<Per> per, Limit limit) {
        return new Rule(
                name,
                match,
                per,
                Map.of(Rule.EVERY_PLAN, List.of(limit)),
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
}
