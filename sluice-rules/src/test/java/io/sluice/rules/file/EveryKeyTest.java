package io.sluice.rules.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Limit;
import io.sluice.rules.Active;
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
import io.sluice.rules.Source.Fold;
import io.sluice.rules.Source.Trust;
import io.sluice.rules.StoreSettings;
import io.sluice.rules.WhenLimited;
import io.sluice.rules.match.Condition;
import io.sluice.rules.match.PathPattern;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A file with every key in it, and none at its default. */
class EveryKeyTest {
    private static final RuleFile READ = RuleFile.read(Fixtures.VALID.resolve("every-key.yaml"));

    private static RuleSet rules() {
        assertThat(READ.errors()).isEmpty();
        return READ.rules();
    }

    private static Rule rule(String name) {
        return rules().rules().stream()
                .filter(rule -> rule.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static RuleSet parsed(String text) {
        RuleFile read = RuleFile.parse(text, Path.of("rules.yaml"));
        assertThat(read.errors()).isEmpty();
        return read.rules();
    }

    @Test
    void store() {
        assertThat(rules().store())
                .isEqualTo(new StoreSettings(
                        "rediss://limiter:secret@redis.example.com:6380/2",
                        "leased",
                        "refuse",
                        Duration.ofMillis(50),
                        4,
                        "shop:",
                        1_000_000,
                        5));
        assertThat(parsed("{ version: 1, store: { max-keys: 5000 }, rules: { a: { limit: 1/s } } }")
                        .store()
                        .maxKeys())
                .isEqualTo(5_000);
        assertThat(parsed("{ version: 1, store: 'redis-cluster://a,b:7000', rules: { a: { limit: 1/s } } }")
                        .store()
                        .url())
                .isEqualTo("redis-cluster://a,b:7000");
    }

    @Test
    void headersAndPaths() {
        assertThat(rules().headers()).containsExactly("github");
        assertThat(rules().paths()).isEqualTo(new PathSettings(false, false));
    }

    @Test
    void clients() {
        ClientSettings clients = rules().clients();
        assertThat(clients.trustedProxies()).isEmpty();
        assertThat(clients.hops()).isEqualTo(2);
        assertThat(clients.forwardedBy()).isEqualTo("forwarded");
        assertThat(clients.ipv6Prefix()).isEqualTo(56);
        Map<String, Source> identities = clients.identities();
        assertThat(identities.keySet()).containsExactly("api-key", "user", "session", "tenant");
        assertThat(identities.get("api-key")).isEqualTo(new Source.Query("key", Fold.EXACT));
        assertThat(identities.get("session")).isEqualTo(new Source.Cookie("sid", Fold.EXACT));
        assertThat(identities.get("tenant")).isEqualTo(new Source.Header("X-Tenant", Trust.ANYBODY, Fold.IGNORE_CASE));
        Source.Jwt token = (Source.Jwt) identities.get("user");
        assertThat(token.header()).isEqualTo("X-Token");
        assertThat(token.claim()).isEqualTo("sub");
        assertThat(token.fold()).isEqualTo(Fold.IGNORE_CASE);
    }

    @Test
    void apiKeysComeInTheUsualHeaderWhereNoIdentityIsNamed() {
        assertThat(parsed("{ version: 1, rules: { a: { limit: 1/s } } }")
                        .clients()
                        .identities())
                .isEqualTo(Map.of("api-key", new Source.Header("X-Api-Key", Trust.ANYBODY, Fold.EXACT)));
    }

    @Test
    void plan() {
        PlanSettings plan = rules().plan();
        assertThat(plan.source()).isEqualTo(new Source.Header("X-Plan", Trust.ANYBODY, Fold.EXACT));
        assertThat(plan.lookup().key()).isEqualTo(Attribute.API_KEY);
        assertThat(plan.lookup().plan("k-1")).isEqualTo("premium");
        assertThat(plan.standard()).isEqualTo("free");
        assertThat(plan.anonymous()).isEqualTo("guest");
        assertThat(plan.overrides()).isEqualTo(Map.of("user:ann", "premium", "ip:203.0.113.9", "guest"));
        assertThat(plan.names()).containsExactlyInAnyOrder("free", "premium", "guest");
    }

    @Test
    void lists() {
        Condition agent = new Condition(Attribute.of("header.user-agent"), List.of("*monitor*", "probe/?"));
        Condition inside = new Condition(Attribute.IP, List.of("10.0.0.0/8"));
        assertThat(rules().allow())
                .containsExactly(
                        new ListEntry.Network("203.0.113.9"),
                        new ListEntry.Network("2001:db8::/32"),
                        new ListEntry.Conditions(List.of(agent, inside)),
                        new ListEntry.Listed(Fixtures.VALID.resolve("partners.txt")));
        assertThat(rules().deny())
                .containsExactly(new ListEntry.Conditions(List.of(new Condition(Attribute.USER, List.of("mallory")))));
    }

    @Test
    void match() {
        assertThat(rule("orders").match().methods()).isEqualTo(Set.of("PUT", "PATCH"));
        assertThat(rule("orders").match().path()).isEqualTo(PathPattern.parse("/shops/{shop}/orders/**"));
        assertThat(rule("orders").match().conditions())
                .containsExactly(
                        new Condition(Attribute.HOST, List.of("*.example.com", "example.com")),
                        new Condition(Attribute.of("query.dry-run"), List.of("*")),
                        new Condition(Attribute.IP, List.of("10.0.0.0/8", "::1")));
        assertThat(rule("second").match().methods()).isEqualTo(Set.of("GET", "HEAD"));
        assertThat(rule("fourth").match().path()).isNull();
    }

    @Test
    void per() {
        assertThat(rule("orders").per())
                .containsExactly(
                        new Per(List.of(Per.Choice.of(Attribute.of("shop"))), Per.OrElse.IP),
                        new Per(
                                List.of(Per.Choice.of(Attribute.USER), Per.Choice.of(Attribute.of("tenant"))),
                                Per.OrElse.SKIP),
                        new Per(List.of(new Per.Choice(Attribute.IP, 24, 48)), Per.OrElse.IP));
        assertThat(rule("second").per())
                .containsExactly(new Per(
                        List.of(
                                Per.Choice.of(Attribute.of("header.x-device")),
                                Per.Choice.of(Attribute.of("cookie.device")),
                                Per.Choice.of(Attribute.of("query.device"))),
                        Per.OrElse.IP));
        assertThat(rule("third").per()).isEmpty();
        assertThat(rule("fourth").per()).hasSize(6);
        assertThat(rule("sixth").per())
                .extracting(one -> one.choices().get(0).attribute().toString())
                .containsExactly("zip", "id", "workspace");
    }

    @Test
    void limits() {
        assertThat(rule("orders").limits())
                .isEqualTo(Map.of(
                        "free",
                        List.of(Limit.parse("10/s burst 20"), Limit.parse("1000/day")),
                        "premium",
                        List.of(Limit.unlimited()),
                        "guest",
                        List.of(Limit.parse("1/s")),
                        Rule.EVERY_PLAN,
                        List.of(Limit.parse("5/s"))));
        assertThat(rule("orders").overrides())
                .isEqualTo(Map.of(
                        "user:ann", List.of(Limit.parse("100/s")),
                        "user:bob", List.of(Limit.parse("1/s"), Limit.parse("10/min"))));
    }

    @Test
    void cost() {
        assertThat(rule("orders").cost())
                .isEqualTo(new Cost.ByPath(
                        List.of(
                                new Cost.Priced("", PathPattern.parse("/shops/*/orders/bulk"), 50),
                                new Cost.Priced("PUT", PathPattern.parse("/shops/{any}/orders/{id}"), 2),
                                new Cost.Priced("PATCH", PathPattern.parse("/shops/{any}/orders/{id}"), 2)),
                        3));
        assertThat(rule("second").cost()).isEqualTo(new Cost.Said(Attribute.of("header.x-cost"), 2, 50, 7));
        assertThat(rule("third").cost()).isEqualTo(new Cost.Said(Attribute.of("query.n"), 1, 100, 1));
        assertThat(rule("fourth").cost()).isEqualTo(new Cost.Answered("X-Tokens", 10, 5_000));
        assertThat(rule("fifth").cost()).isEqualTo(new Cost.Fixed(4));
        assertThat(rule("seventh").cost()).isEqualTo(new Cost.Answered("X-Tokens", 1, 1_000_000));
    }

    @Test
    void whenLimited() {
        assertThat(rule("orders").whenLimited())
                .isEqualTo(new WhenLimited.Slower(
                        Duration.ofMillis(100), Duration.ofSeconds(2), WhenLimited.Slower.AtTop.PASS));
        Path page = Fixtures.VALID.resolve("limited.html");
        assertThat(rule("second").whenLimited())
                .isEqualTo(new WhenLimited.Status(
                        403, new WhenLimited.Body(page, "text/html; charset=utf-8", "<p>{{message}}</p>\n")));
        assertThat(rule("third").whenLimited()).isInstanceOf(WhenLimited.Decoy.class);
        assertThat(rule("fourth").whenLimited()).isEqualTo(new WhenLimited.Reduced(25));
        assertThat(rule("fifth").whenLimited()).isEqualTo(new WhenLimited.Delay(Duration.ofSeconds(3)));
        assertThat(rule("sixth").whenLimited()).isEqualTo(new WhenLimited.Status(503, null));
        assertThat(rule("seventh").whenLimited()).isEqualTo(new WhenLimited.Delay(Duration.ofSeconds(5)));
    }

    @Test
    void block() {
        assertThat(rule("orders").block()).isEqualTo(new Block(Duration.ofMinutes(15), 2.5, Duration.ofHours(12)));
        assertThat(rule("second").block()).isEqualTo(new Block(Duration.ofSeconds(30), 1, Duration.ofSeconds(30)));
        assertThat(rule("fifth").block()).isEqualTo(new Block(Duration.ofDays(2), 1, Duration.ofDays(2)));
        assertThat(rule("third").block()).isNull();
    }

    @Test
    void active() {
        assertThat(rule("orders").active())
                .isEqualTo(new Active(
                        Set.of(DayOfWeek.MONDAY, DayOfWeek.TUESDAY, DayOfWeek.WEDNESDAY, DayOfWeek.SATURDAY),
                        LocalTime.of(9, 30),
                        LocalTime.of(17, 45),
                        ZoneId.of("Europe/Berlin")));
        assertThat(rule("second").active())
                .isEqualTo(new Active(
                        Set.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY),
                        LocalTime.of(22, 0),
                        LocalTime.of(6, 0),
                        ZoneOffset.UTC));
        assertThat(rule("third").active())
                .isEqualTo(
                        new Active(Set.of(DayOfWeek.values()), LocalTime.MIDNIGHT, LocalTime.MIDNIGHT, ZoneOffset.UTC));
    }

    @Test
    void others() {
        Rule orders = rule("orders");
        assertThat(orders.mode()).isEqualTo(Rule.Mode.SHADOW);
        assertThat(orders.priority()).isEqualTo(-3);
        assertThat(orders.enforced()).isEqualTo(12.5);
        assertThat(orders.docs()).isEqualTo("https://example.com/limits");
        assertThat(orders.message())
                .isEqualTo(Map.of("de", "Bitte langsamer.", "pt-BR", "Devagar.", "", "Slow down, please."));
        assertThat(rule("second").message()).isEqualTo(Map.of("", "Too many."));
    }
}
