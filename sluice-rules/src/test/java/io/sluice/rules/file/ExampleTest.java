package io.sluice.rules.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Limit;
import io.sluice.rules.Attribute;
import io.sluice.rules.Block;
import io.sluice.rules.ClientSettings;
import io.sluice.rules.Cost;
import io.sluice.rules.ListEntry;
import io.sluice.rules.PathSettings;
import io.sluice.rules.Per;
import io.sluice.rules.PlanSettings;
import io.sluice.rules.Rule;
import io.sluice.rules.RuleSet;
import io.sluice.rules.Source;
import io.sluice.rules.StoreSettings;
import io.sluice.rules.WhenLimited;
import io.sluice.rules.match.Condition;
import io.sluice.rules.match.Match;
import io.sluice.rules.match.PathPattern;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The example that shows everything, read to what is written down here by hand. */
class ExampleTest {
    private static final Path FILE = Fixtures.VALID.resolve("example.yaml");
    private static final WhenLimited REFUSE = new WhenLimited.Refuse();
    private static final Per BY_IP = per(Attribute.IP);
    private static final Per BY_USER = per(Attribute.USER);

    private static Per per(Attribute... choices) {
        return new Per(List.of(choices).stream().map(Per.Choice::of).toList(), Per.OrElse.IP);
    }

    private static Match on(String path, Set<String> methods, Condition... conditions) {
        return new Match(Match.Scope.SOME, methods, PathPattern.parse(path), List.of(conditions));
    }

    private static List<Limit> limits(String... texts) {
        return List.of(texts).stream().map(Limit::parse).toList();
    }

    private static Rule rule(String name, Match match, List<Per> per, Object limits, Cost cost, WhenLimited answer) {
        return rule(name, match, per, limits, cost, answer, null, Rule.Mode.ENFORCE);
    }

    @SuppressWarnings("unchecked") // a map by plan is one
    private static Rule rule(
            String name,
            Match match,
            List<Per> per,
            Object limits,
            Cost cost,
            WhenLimited answer,
            Block block,
            Rule.Mode mode) {
        Map<String, List<Limit>> byPlan =
                limits instanceof Map ? (Map<String, List<Limit>>) limits : Map.of("", (List<Limit>) limits);
        return new Rule(name, match, per, byPlan, Map.of(), cost, answer, block, mode, 0, null, 100, null, Map.of());
    }

    private static List<Rule> rules() {
        Duration quarter = Duration.ofMinutes(15);
        WhenLimited decoy = new WhenLimited.Decoy(
                new WhenLimited.Body(Fixtures.VALID.resolve("decoy.json"), "application/json", "{\"items\":[]}\n"));
        Map<String, List<Limit>> plans = Map.of(
                "free", limits("100/h"), "basic", limits("1000/h"), "premium", limits("10000/h"), "", limits("10/h"));
        Cost byPath = new Cost.ByPath(
                List.of(
                        new Cost.Priced("", PathPattern.parse("/api/search/**"), 10),
                        new Cost.Priced("", PathPattern.parse("/api/profile"), 1)),
                5);
        Condition bot = new Condition(Attribute.of("header.user-agent"), List.of("*bot*"));
        return List.of(
                rule(
                        "login",
                        on("/login", Set.of("POST")),
                        List.of(BY_IP),
                        limits("5/15m sliding-log"),
                        Cost.ONE,
                        REFUSE,
                        new Block(quarter, 1, quarter),
                        Rule.Mode.ENFORCE),
                rule(
                        "search",
                        on("/api/search/**", Set.of()),
                        List.of(per(Attribute.USER, Attribute.IP), per(Attribute.ENDPOINT)),
                        limits("10/s burst 20", "100/min", "1000/h"),
                        Cost.ONE,
                        REFUSE),
                rule("api", on("/api/**", Set.of()), List.of(BY_USER), plans, byPath, REFUSE),
                rule("scrapers", on("/catalog/**", Set.of(), bot), List.of(BY_IP), limits("30/min"), Cost.ONE, decoy),
                rule(
                        "export",
                        on("/export/**", Set.of()),
                        List.of(BY_USER),
                        limits("2/s leaky-queue 10"),
                        Cost.ONE,
                        new WhenLimited.Delay(Duration.ofSeconds(5))),
                rule(
                        "feed",
                        on("/feed", Set.of()),
                        List.of(BY_USER),
                        limits("60/min"),
                        Cost.ONE,
                        new WhenLimited.Reduced(10)),
                rule("everyone", Match.EVERYTHING, List.of(), limits("5000/s"), Cost.ONE, REFUSE),
                rule(
                        "next-month",
                        on("/api/**", Set.of()),
                        List.of(BY_USER),
                        limits("50/min"),
                        Cost.ONE,
                        REFUSE,
                        null,
                        Rule.Mode.SHADOW),
                rule("rest", Match.OTHERWISE, List.of(BY_IP), limits("100/min"), Cost.ONE, REFUSE));
    }

    private static ClientSettings clients() {
        Map<String, Source> identities = new LinkedHashMap<>();
        identities.put("api-key", new Source.Header("X-Api-Key", Source.Trust.ANYBODY, Source.Fold.EXACT));
        identities.put("user", new Source.Header("X-User", Source.Trust.TRUSTED_PROXIES, Source.Fold.EXACT));
        return new ClientSettings(List.of("127.0.0.0/8", "::1"), "x-forwarded-for", 0, 64, identities);
    }

    @Test
    void isReadWhole() {
        RuleFile read = RuleFile.read(FILE);
        Source plan = new Source.Header("X-Plan", Source.Trust.TRUSTED_PROXIES, Source.Fold.EXACT);
        assertThat(read.errors()).isEmpty();
        assertThat(read.rules())
                .isEqualTo(new RuleSet(
                        FILE.toString(),
                        new StoreSettings(null, "strict", "local", Duration.ofMillis(20), null, "sluice:", 1_000_000),
                        List.of("ietf", "x-ratelimit"),
                        clients(),
                        PathSettings.DEFAULT,
                        new PlanSettings(plan, null, "free", null, Map.of(), Set.of("free", "basic", "premium")),
                        List.of(new ListEntry.Network("203.0.113.0/24")),
                        List.of(new ListEntry.Network("192.0.2.0/24")),
                        rules()));
    }
}
