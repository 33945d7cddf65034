package io.sluice.rules;

import static io.sluice.rules.RuleBuilder.rule;
import static io.sluice.rules.Rules.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rules.Ruling.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is counted, by which keys, under which limits and at what cost. */
abstract class CountingCases extends EngineScene {
    @Test
    void countsPerUser() {
        RuleEngine engine = engine(rule("api", "3/min").match("/api/**").per("user"));
        assertThat(passing(engine, ANN)).isEqualTo(3);
        assertThat(passing(engine, BOB)).isEqualTo(3);
        assertThat(passing(engine, request("/other"))).isEqualTo(1_000);
    }

    @Test
    void tellsWhatWasDecided() {
        RuleEngine engine = engine(rule("api", "2/min").match("/api/**").per("user"));
        Ruling allowed = decide(engine, ANN);
        assertThat(allowed.outcome()).isEqualTo(Outcome.ALLOWED);
        assertThat(ruleOf(allowed)).isEqualTo("api");
        assertThat(allowed.key()).isEqualTo("api|user:ann");
        assertThat(decision(allowed).remaining()).isEqualTo(1);
        assertThat(allowed.counted()).hasSize(1);
        assertThat(allowed.counted().get(0).limits().get(0))
                .isSameAs(decision(allowed).binding());
        decide(engine, ANN);
        Ruling refused = decide(engine, ANN);
        assertThat(refused.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(decision(refused).retryAfter()).isEqualTo(Duration.ofSeconds(30));
        Ruling unlimited = decide(engine, request("/other"));
        assertThat(unlimited.outcome()).isEqualTo(Outcome.UNLIMITED);
        assertThat(unlimited.decision()).isNull();
        assertThat(unlimited.rule()).isNull();
        assertThat(unlimited.key()).isNull();
        assertThat(unlimited.counted()).isEmpty();
    }

    @Test
    void chargesWhatStandsForSeveralRequestsSoOften() {
        RuleEngine engine =
                engine(rule("api", "10/min").per("user").cost(new Cost.Fixed(2)), rule("everyone", "100/min"));
        assertThat(decision(decide(engine, times(4, ANN))).remaining()).isEqualTo(2);
        assertThat(decide(engine, times(2, ANN)).outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(decide(engine, times(0, ANN)).outcome()).isEqualTo(Outcome.ALLOWED);
        assertThat(decision(decide(engine, times(Long.MAX_VALUE, ANN))).never()).isTrue();
        assertThat(used(engine, "everyone").remaining()).isEqualTo(96);
        assertThat(decision(decide(engine, times(1, ANN))).remaining()).isZero();
    }

    @Test
    void givesBackToAllRulesThatCount() {
        RuleEngine engine = engine(rule("api", "10/min").per("user"), rule("everyone", "100/min"));
        decide(engine, times(8, ANN));
        Ruling left = join(engine.refund(times(3, ANN)));
        assertThat(left.outcome()).isEqualTo(Outcome.ALLOWED);
        assertThat(decision(left).remaining()).isEqualTo(5);
        assertThat(used(engine, "everyone").remaining()).isEqualTo(95);
        assertThat(decision(join(engine.refund(times(1_000, ANN)))).remaining()).isEqualTo(10);
    }

    private static Attributes times(long times, Attributes attributes) {
        return new Attributes() {
            @Override
            public String get(Attribute attribute) {
                return attributes.get(attribute);
            }

            @Override
            public long times() {
                return times;
            }
        };
    }

    @Test
    void chargesAllRulesOrNone() {
        RuleEngine engine = engine(rule("user", "5/min").match("/api/**").per("user"), rule("everyone", "7/min"));
        assertThat(passing(engine, ANN)).isEqualTo(5);
        Ruling refused = decide(engine, ANN);
        assertThat(ruleOf(refused)).isEqualTo("user");
        assertThat(refused.counted())
                .extracting(counted -> counted.rule().name())
                .containsExactly("user", "everyone");
        assertThat(passing(engine, BOB)).isEqualTo(2);
        assertThat(ruleOf(decide(engine, BOB))).isEqualTo("everyone");
        assertThat(passing(engine, request("/other"))).isZero();
    }

    @Test
    void chargesEveryLimitOfARule() {
        RuleEngine engine = engine(rule("api", "3/s burst 3", "5/min").per("user"));
        assertThat(passing(engine, ANN)).isEqualTo(3);
        clock.advance(Duration.ofSeconds(2));
        assertThat(passing(engine, ANN)).isEqualTo(2);
        assertThat(decision(decide(engine, ANN)).binding().period()).isEqualTo(MINUTE);
    }

    @Test
    void fallsBackToTheAddress() {
        RuleEngine engine = engine(rule("api", "2/min").per("user"));
        Attributes anonymous = request("/", "ip=203.0.113.9");
        assertThat(decide(engine, anonymous).key()).isEqualTo("api|ip:203.0.113.9");
        assertThat(passing(engine, anonymous)).isEqualTo(1);
        assertThat(passing(engine, ANN)).isEqualTo(2);
        assertThat(decide(engine, request("/")).key()).isEqualTo("api|ip:unknown");
        assertThat(passing(engine, request("/"))).isEqualTo(1);
    }

    @Test
    void leavesOutWhatTheRuleSkips() {
        RuleEngine engine = engine(rule("api", "2/min").per("user or skip"));
        assertThat(decide(engine, request("/", "ip=203.0.113.9")).outcome()).isEqualTo(Outcome.UNLIMITED);
        assertThat(passing(engine, ANN)).isEqualTo(2);
    }

    @Test
    void groupsAddresses() {
        RuleEngine engine = engine(rule("api", "2/min").per("ip/24/48"));
        assertThat(decide(engine, request("/", "ip=203.0.113.9")).key()).isEqualTo("api|ip/24/48:203.0.113.0");
        assertThat(passing(engine, request("/", "ip=203.0.113.200"))).isEqualTo(1);
        assertThat(passing(engine, request("/", "ip=203.0.114.1"))).isEqualTo(2);
        assertThat(passing(engine, request("/", "ip=2001:db8:1:2::1"))).isEqualTo(2);
        assertThat(passing(engine, request("/", "ip=2001:db8:1:ffff::9"))).isZero();
        assertThat(passing(engine, request("/", "ip=2001:db8:2::1"))).isEqualTo(2);
    }

    @Test
    void takesIpv6AddressesBy64BitsUnlessTold() {
        RuleEngine engine = engine(rule("api", "2/min").per("ip"));
        assertThat(passing(engine, request("/", "ip=2001:db8::1"))).isEqualTo(2);
        assertThat(passing(engine, request("/", "ip=2001:db8::ffff:2"))).isZero();
        assertThat(passing(engine, request("/", "ip=2001:db8:0:1::1"))).isEqualTo(2);
    }

    @Test
    void countsAnEndpointByItsPattern() {
        RuleEngine engine = engine(rule("items", "2/min").match("/items/{id}").per("user", "endpoint"));
        assertThat(passing(engine, request("/items/1", "user=ann"))).isEqualTo(2);
        assertThat(passing(engine, request("/items/2", "user=ann"))).isZero();
        assertThat(decide(engine, request("/items/2", "user=cleo")).key())
                .isEqualTo("items|user:cleo|endpoint:/items/%7Bid%7D");
    }

    @Test
    void countsByAPathVariable() {
        RuleEngine engine =
                engine(rule("items", "2/min").match("/items/{id}/**").per("id"));
        assertThat(passing(engine, request("/items/1/a"))).isEqualTo(2);
        assertThat(passing(engine, request("/items/1/b"))).isZero();
        assertThat(passing(engine, request("/items/2"))).isEqualTo(2);
    }

    @Test
    void leavesTheRestToOtherwise() {
        RuleEngine engine = engine(
                rule("api", "2/min").match("/api/**"),
                rule("watched", "1/min").match("/new/**").shadow(),
                rule("everyone", "100/min"),
                rule("rest", "3/min").match("otherwise"));
        assertThat(passing(engine, request("/api/x"))).isEqualTo(2);
        assertThat(ruleOf(decide(engine, request("/api/x")))).isEqualTo("api");
        assertThat(passing(engine, request("/x"))).isEqualTo(3);
        assertThat(ruleOf(decide(engine, request("/new/x")))).isEqualTo("rest");
    }

    @Test
    void givesEachPlanItsLimit() {
        PlanSettings plans = new PlanSettings(
                null,
                null,
                "free",
                "anonymous",
                Map.of("user:cleo", "premium"),
                Set.of("free", "premium", "anonymous"));
        RuleEngine engine = engine(
                Rules.with(
                        plans,
                        rule("api")
                                .per("user")
                                .limit("free", "2/min")
                                .limit("premium", "5/min")
                                .limit(Rule.EVERY_PLAN, "1/min")),
                Watcher.NONE);
        assertThat(passing(engine, request("/", "user=ann"))).isEqualTo(2);
        assertThat(passing(engine, request("/", "user=bob", "plan=premium"))).isEqualTo(5);
        assertThat(passing(engine, request("/", "user=dora", "plan=gold"))).isEqualTo(2);
        assertThat(passing(engine, request("/", "user=cleo", "plan=free"))).isEqualTo(5);
        assertThat(passing(engine, request("/", "ip=192.0.2.1"))).isEqualTo(1);
    }

    @Test
    void hasNoLimitForAnUnlimitedPlan() {
        PlanSettings plans = new PlanSettings(null, null, "free", null, Map.of(), Set.of("free", "staff"));
        RuleEngine engine = engine(
                Rules.with(plans, rule("api").per("user").limit("free", "2/min").limit("staff", "unlimited")),
                Watcher.NONE);
        assertThat(passing(engine, ANN)).isEqualTo(2);
        Ruling staff = decide(engine, request("/", "user=ann", "plan=staff"));
        assertThat(staff.outcome()).isEqualTo(Outcome.UNLIMITED);
    }

    @Test
    void givesSingleClientsTheirOwnLimit() {
        RuleEngine engine = engine(rule("api", "2/min").per("user").override("user:ann", "4/min"));
        assertThat(passing(engine, ANN)).isEqualTo(4);
        assertThat(passing(engine, BOB)).isEqualTo(2);
    }

    @Test
    void costsWhatTheRuleSays() {
        Cost byPath = new Cost.ByPath(
                List.of(
                        new Cost.Priced("", io.sluice.rules.match.PathPattern.parse("/api/**"), 5),
                        new Cost.Priced("", io.sluice.rules.match.PathPattern.parse("/api/search/**"), 10),
                        new Cost.Priced("POST", io.sluice.rules.match.PathPattern.parse("/api/search/**"), 20)),
                1);
        RuleEngine engine = engine(rule("api", "100/min").per("user").cost(byPath));
        assertThat(passing(engine, request("/api/search/x", "user=a"))).isEqualTo(10);
        assertThat(passing(engine, request("POST /api/search/x", "user=b"))).isEqualTo(5);
        assertThat(passing(engine, request("/api/profile", "user=c"))).isEqualTo(20);
        assertThat(passing(engine, request("/x", "user=d"))).isEqualTo(100);
    }

    @Test
    void costsWhatTheRequestSaysWithinBounds() {
        Cost said = new Cost.Said(Attribute.of("header.x-cost"), 2, 50, 10);
        RuleEngine engine = engine(rule("api", "100/min").per("user").cost(said));
        assertThat(passing(engine, request("/", "user=a", "header.x-cost=25"))).isEqualTo(4);
        assertThat(passing(engine, request("/", "user=b", "header.x-cost=-1000")))
                .isEqualTo(50);
        assertThat(passing(engine, request("/", "user=c", "header.x-cost=99999999999999999999")))
                .isEqualTo(2);
        assertThat(passing(engine, request("/", "user=d", "header.x-cost=1e9"))).isEqualTo(10);
        assertThat(passing(engine, request("/", "user=e"))).isEqualTo(10);
    }

    @Test
    void refusesForEverWhatCostsMoreThanTheLimit() {
        RuleEngine engine = engine(rule("api", "10/min").cost(new Cost.Fixed(11)));
        assertThat(decision(decide(engine, ANN)).never()).isTrue();
    }

    @Test
    void settlesWhatTheAnswerSays() {
        RuleEngine engine = engine(rule("tokens", "100/min").per("user").cost(new Cost.Answered("X-Tokens", 10, 60)));
        Ruling cheap = decide(engine, ANN);
        assertThat(cheap.awaited()).containsExactly("X-Tokens");
        assertThat(decision(cheap).remaining()).isEqualTo(90);
        cheap.ended(Attributes.of(Map.of("header.X-Tokens", "3")));
        cheap.ended(Attributes.of(Map.of("header.X-Tokens", "3")));
        awaitRemaining(engine, "tokens|user:ann", 97);
        Ruling dear = decide(engine, ANN);
        assertThat(decision(dear).remaining()).isEqualTo(87);
        dear.ended(Attributes.of(Map.of("header.X-Tokens", "1000")));
        awaitRemaining(engine, "tokens|user:ann", 37);
        Ruling silent = decide(engine, ANN);
        assertThat(decision(silent).remaining()).isEqualTo(27);
        silent.ended(Attributes.of(Map.of()));
        assertThat(decision(decide(engine, ANN)).remaining()).isEqualTo(17);
    }
}
