package io.sluice.rules;

import static io.sluice.rules.RuleBuilder.rule;
import static io.sluice.rules.Rules.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.core.Decision;
import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.rules.Ruling.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What rules mean, whichever store counts. */
abstract class EngineCases {
    static final Attributes ANN = request("/api/x", "user=ann", "ip=203.0.113.9");
    static final Attributes BOB = request("/api/x", "user=bob", "ip=203.0.113.9");
    private static final Attributes LOGIN = request("POST /login", "ip=203.0.113.9");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    final ManualClock clock = new ManualClock();
    private final List<RuleEngine> engines = new ArrayList<>();

    abstract Store store(ManualClock clock);

    RuleEngine engine(RuleBuilder... rules) {
        return engine(Rules.of(rules), Watcher.NONE);
    }

    RuleEngine engine(RuleSet rules, Watcher watcher) {
        RuleEngine engine = new RuleEngine(rules, store(clock), watcher);
        engines.add(engine);
        return engine;
    }

    @AfterEach
    void closeEngines() {
        engines.forEach(RuleEngine::close);
    }

    static Ruling decide(RuleEngine engine, Attributes attributes) {
        return join(engine.decide(attributes));
    }

    /** How many pass before one does not, of up to a thousand. */
    static int passing(RuleEngine engine, Attributes attributes) {
        int passed = 0;
        while (passed < 1_000 && decide(engine, attributes).outcome().passes()) {
            passed++;
        }
        return passed;
    }

    static Decision decision(Ruling ruling) {
        return Objects.requireNonNull(ruling.decision());
    }

    static @Nullable String ruleOf(Ruling ruling) {
        return ruling.rule() == null ? null : ruling.rule().name();
    }

    static Decision used(RuleEngine engine, String key) {
        return join(engine.usage(key)).get(0).state();
    }

    static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    }

    /** What ends a request is not waited for: in Redis it may take a moment. */
    static void awaitRemaining(RuleEngine engine, String key, long remaining) {
        await("remaining " + remaining, () -> used(engine, key).remaining() == remaining);
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - end).as("waiting for " + what).isNegative();
            Thread.onSpinWait();
        }
    }

    private static void awaitResetAfter(RuleEngine engine, String key, Duration resetAfter) {
        await("reset after " + resetAfter, () -> used(engine, key).resetAfter().equals(resetAfter));
    }

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

    @Test
    void blocksFromTheFirstRefusalOn() {
        RuleEngine engine = engine(
                rule("login", "2/min sliding-log")
                        .match("POST /login")
                        .per("ip")
                        .block(Duration.ofMinutes(15)),
                rule("everyone", "100000/s"));
        assertThat(passing(engine, LOGIN)).isEqualTo(2);
        clock.advance(Duration.ofMinutes(10));
        assertThat(decide(engine, LOGIN).outcome()).isEqualTo(Outcome.REFUSED);
        clock.advance(Duration.ofMinutes(5).minusNanos(1_000));
        Ruling last = decide(engine, LOGIN);
        assertThat(decision(last).blocked()).isTrue();
        assertThat(ruleOf(last)).isEqualTo("login");
        clock.advanceNanos(1_000);
        assertThat(passing(engine, LOGIN)).isEqualTo(2);
        assertThat(passing(engine, request("/", "ip=203.0.113.9"))).isEqualTo(1_000);
    }

    @Test
    void saysWithTheFirstRefusalHowLongItBlocks() {
        RuleEngine engine = engine(rule("login", "2/min").per("ip").block(Duration.ofMinutes(15)));
        decide(engine, LOGIN);
        decide(engine, LOGIN);
        Ruling first = decide(engine, LOGIN);
        assertThat(decision(first).blocked()).isTrue();
        assertThat(decision(first).retryAfter()).isEqualTo(Duration.ofMinutes(15));
    }

    @Test
    void blocksLongerEachTime() {
        RuleEngine engine =
                engine(rule("login", "1/s").per("ip").block(Duration.ofMinutes(10), 3, Duration.ofHours(1)));
        List<Duration> blocks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            decide(engine, LOGIN);
            Duration block = decision(decide(engine, LOGIN)).retryAfter();
            blocks.add(block);
            clock.advance(block);
        }
        assertThat(blocks)
                .containsExactly(
                        Duration.ofMinutes(10), Duration.ofMinutes(30), Duration.ofHours(1), Duration.ofHours(1));
        clock.advance(Duration.ofHours(40));
        decide(engine, LOGIN);
        assertThat(decision(decide(engine, LOGIN)).retryAfter()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void blocksWhateverOtherRuleAnswers() {
        RuleEngine engine = engine(
                rule("login", "1/s").per("ip").block(Duration.ofMinutes(15)),
                rule("slow", "1/h").priority(5));
        decide(engine, LOGIN);
        Ruling refused = decide(engine, LOGIN);
        assertThat(ruleOf(refused)).isEqualTo("slow");
        clock.advance(Duration.ofMinutes(14));
        engine.replace(Rules.of(rule("login", "1/s").per("ip").block(Duration.ofMinutes(15))));
        assertThat(decision(decide(engine, LOGIN)).retryAfter()).isEqualTo(MINUTE);
    }

    @Test
    void letsAQueueDelay() {
        RuleEngine engine = engine(rule("export", "2/s leaky-queue 3").per("user"));
        assertThat(decide(engine, ANN).outcome()).isEqualTo(Outcome.ALLOWED);
        Ruling second = decide(engine, ANN);
        assertThat(second.outcome()).isEqualTo(Outcome.DELAYED);
        assertThat(second.delayNanos()).isEqualTo(Duration.ofMillis(500).toNanos());
        Ruling third = decide(engine, ANN);
        assertThat(third.delayNanos()).isEqualTo(Duration.ofSeconds(1).toNanos());
        assertThat(decide(engine, ANN).outcome()).isEqualTo(Outcome.REFUSED);
        third.cancel();
        third.cancel();
        awaitRemaining(engine, "export|user:ann", 1);
        assertThat(decide(engine, ANN).delayNanos())
                .isEqualTo(Duration.ofSeconds(1).toNanos());
        assertThat(decide(engine, ANN).outcome()).isEqualTo(Outcome.REFUSED);
    }

    @Test
    void delaysUntilThePermitsAreThere() {
        RuleEngine engine = engine(
                rule("api", "1/s burst 2").per("user").whenLimited(new WhenLimited.Delay(Duration.ofSeconds(2))),
                rule("everyone", "1000/s"));
        assertThat(decide(engine, ANN).outcome()).isEqualTo(Outcome.ALLOWED);
        assertThat(decide(engine, ANN).outcome()).isEqualTo(Outcome.ALLOWED);
        Ruling third = decide(engine, ANN);
        assertThat(third.outcome()).isEqualTo(Outcome.DELAYED);
        assertThat(ruleOf(third)).isEqualTo("api");
        assertThat(third.delayNanos()).isEqualTo(Duration.ofSeconds(1).toNanos());
        Ruling fourth = decide(engine, ANN);
        assertThat(fourth.delayNanos()).isEqualTo(Duration.ofSeconds(2).toNanos());
        assertThat(decide(engine, ANN).outcome()).isEqualTo(Outcome.REFUSED);
        fourth.cancel();
        awaitResetAfter(engine, "api|user:ann", Duration.ofSeconds(3));
        assertThat(decide(engine, ANN).delayNanos())
                .isEqualTo(Duration.ofSeconds(2).toNanos());
        assertThat(decide(engine, ANN).outcome()).isEqualTo(Outcome.REFUSED);
    }

    @Test
    void slowsDownStepByStep() {
        WhenLimited slower = new WhenLimited.Slower(Duration.ofMillis(100), Duration.ofMillis(300));
        RuleEngine engine = engine(rule("api", "2/min").per("user").whenLimited(slower));
        List<Long> delays = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Ruling ruling = decide(engine, ANN);
            assertThat(ruling.outcome()).isEqualTo(i < 2 ? Outcome.ALLOWED : Outcome.DELAYED);
            delays.add(ruling.delayNanos() / 1_000_000);
        }
        assertThat(delays).containsExactly(0L, 0L, 100L, 200L, 300L);
        assertThat(decide(engine, ANN).outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(decide(engine, BOB).outcome()).isEqualTo(Outcome.ALLOWED);
    }

    @Test
    void marksWhatPassesBeyondTheLimit() {
        RuleEngine engine = engine(
                rule("feed", "2/min").per("user").whenLimited(new WhenLimited.Reduced(3)),
                rule("everyone", "6/min fixed-window"));
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            outcomes.add(decide(engine, ANN).outcome());
        }
        assertThat(outcomes)
                .containsExactly(
                        Outcome.ALLOWED,
                        Outcome.ALLOWED,
                        Outcome.REDUCED,
                        Outcome.REDUCED,
                        Outcome.REDUCED,
                        Outcome.REFUSED);
        assertThat(decide(engine, BOB).outcome()).isEqualTo(Outcome.ALLOWED);
        Ruling refused = decide(engine, BOB);
        assertThat(refused.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(ruleOf(refused)).isEqualTo("everyone");
    }

    @Test
    void answersWithADecoy() {
        WhenLimited decoy = new WhenLimited.Decoy(
                new WhenLimited.Body(java.nio.file.Path.of("decoy.json"), "application/json", "{}"));
        RuleEngine engine = engine(rule("scrapers", "1/min").per("ip").whenLimited(decoy));
        decide(engine, ANN);
        assertThat(decide(engine, ANN).outcome()).isEqualTo(Outcome.DECOY);
    }

    @Test
    void answersByTheHighestPriority() {
        RuleEngine engine = engine(
                rule("long", "1/h").per("user"),
                rule("short", "1/min").per("user").priority(1));
        decide(engine, ANN);
        Ruling refused = decide(engine, ANN);
        assertThat(ruleOf(refused)).isEqualTo("short");
        assertThat(decision(refused).binding().period()).isEqualTo(MINUTE);
        assertThat(decision(refused).retryAfter()).isEqualTo(Duration.ofHours(1));
        clock.advance(MINUTE);
        assertThat(ruleOf(decide(engine, ANN))).isEqualTo("long");
    }

    @Test
    void looksOnInShadow() {
        List<String> seen = new ArrayList<>();
        Watcher watcher = new Watcher() {
            @Override
            public void shadowed(Rule rule, @Nullable String plan, Decision decision, Supplier<String> key) {
                seen.add(rule.name() + " " + decision.allowed() + " " + key.get());
            }
        };
        RuleEngine engine = engine(
                Rules.of(
                        rule("api", "3/min").per("user"),
                        rule("next", "1/min").per("user").shadow()),
                watcher);
        assertThat(decide(engine, ANN).counted()).hasSize(1);
        assertThat(passing(engine, ANN)).isEqualTo(2);
        assertThat(seen)
                .containsExactly("next true next|user:ann", "next false next|user:ann", "next false next|user:ann");
    }

    @Test
    void tellsTheWatcherEveryRuling() {
        List<String> seen = new ArrayList<>();
        Watcher watcher = new Watcher() {
            @Override
            public void decided(Ruling ruling, @Nullable String plan) {
                seen.add(ruling.outcome() + " " + ruling.key());
            }
        };
        RuleEngine engine =
                engine(Rules.of(rule("api", "1/min").match("/api/**").per("user")), watcher);
        decide(engine, ANN);
        decide(engine, ANN);
        decide(engine, request("/"));
        assertThat(seen).containsExactly("ALLOWED api|user:ann", "REFUSED api|user:ann", "UNLIMITED null");
    }

    @Test
    void looksAtTheDenyListFirst() {
        RuleEngine engine = engine(
                Rules.lists(
                        List.of(new ListEntry.Network("203.0.113.0/24")),
                        List.of(new ListEntry.Network("203.0.113.66")),
                        null,
                        rule("everyone", "1/min")),
                Watcher.NONE);
        assertThat(decide(engine, request("/", "ip=203.0.113.66")).outcome()).isEqualTo(Outcome.DENIED);
        assertThat(passing(engine, request("/", "ip=203.0.113.1"))).isEqualTo(1_000);
        assertThat(passing(engine, request("/", "ip=192.0.2.1"))).isEqualTo(1);
    }

    @Test
    void keepsCountersOfRulesThatStay() {
        RuleEngine engine =
                engine(rule("api", "10/min").per("user"), rule("other", "5/min").per("user"));
        for (int i = 0; i < 4; i++) {
            decide(engine, ANN);
        }
        engine.replace(Rules.of(
                rule("api", "10/min").per("user"),
                rule("other", "5/min fixed-window").per("user")));
        Ruling same = decide(engine, ANN);
        assertThat(same.counted().get(0).limits().get(0).capacity()).isEqualTo(10);
        assertThat(passing(engine, ANN)).isEqualTo(4);
        engine.replace(Rules.of(rule("api", "20/min").per("user")));
        assertThat(passing(engine, ANN)).isEqualTo(11);
        engine.replace(Rules.of(rule("api", "20/min").per("ip")));
        assertThat(passing(engine, ANN)).isEqualTo(20);
    }

    @Test
    void enforcesForAShareOfKeys() {
        RuleEngine engine = engine(rule("api", "1/min").per("user").enforced(25));
        int limited = 0;
        for (int i = 0; i < 400; i++) {
            Attributes user = request("/", "user=u" + i);
            decide(engine, user);
            limited += decide(engine, user).outcome() == Outcome.REFUSED ? 1 : 0;
        }
        assertThat(limited).isBetween(70, 130);
    }

    @Test
    void explainsWhatEveryRuleWouldSay() {
        RuleEngine engine = engine(
                rule("api", "3/min").match("POST /api/**").per("user").cost(new Cost.Fixed(2)),
                rule("admin", "3/min").match("/admin/**"),
                rule("bots", "3/min").match("/api/**").where("header.user-agent", "*bot*"),
                rule("users", "3/min").per("user or skip"),
                rule("rest", "3/min").match("otherwise"));
        Attributes post = request("POST /api/x", "ip=192.0.2.1");
        decide(engine, post);
        Explanation explanation = join(engine.explain(post));
        assertThat(explanation.listed()).isNull();
        assertThat(explanation.rules())
                .extracting(Explanation.Explained::why)
                .containsExactly(
                        "",
                        "the path is not /admin/**",
                        "header.user-agent is not *bot*",
                        "the request has nothing that it counts per",
                        "another rule matches");
        Explanation.Explained api = explanation.rules().get(0);
        assertThat(api.key()).isEqualTo("api|ip:192.0.2.1");
        assertThat(api.cost()).isEqualTo(2);
        assertThat(Objects.requireNonNull(api.decision()).allowed()).isFalse();
        assertThat(used(engine, "api|ip:192.0.2.1").remaining()).isEqualTo(1);
    }

    @Test
    void letsAnOperatorResetRefundAndBlockAKey() {
        RuleEngine engine = engine(rule("login", "2/h").per("ip").block(Duration.ofHours(1), 2, Duration.ofDays(1)));
        assertThat(passing(engine, LOGIN)).isEqualTo(2);
        String key = "login|ip:203.0.113.9";
        join(engine.unblock(key));
        join(engine.refund(key, 1));
        assertThat(used(engine, key).remaining()).isEqualTo(1);
        assertThat(passing(engine, LOGIN)).isEqualTo(1);
        assertThat(decision(decide(engine, LOGIN)).retryAfter()).isEqualTo(Duration.ofHours(2));
        join(engine.reset(key));
        assertThat(passing(engine, LOGIN)).isEqualTo(2);
        assertThat(decision(decide(engine, LOGIN)).retryAfter()).isEqualTo(Duration.ofHours(1));
        join(engine.reset(key));
        join(engine.block(key, Duration.ofSeconds(5)));
        assertThat(decision(decide(engine, LOGIN)).retryAfter()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void tellsAnOperatorWhatKeysThereAre() {
        RuleEngine engine = engine(rule("login", "2/h").per("ip"));
        assertThatThrownBy(() -> engine.usage("logon|ip:1.2.3.4")).hasMessage("no rule called logon; there are: login");
        assertThatThrownBy(() -> engine.usage("login|user:ann"))
                .hasMessage("no key of login: login|user:ann; its keys are login|ip:...");
        assertThatThrownBy(() -> engine.usage("login|1.2.3.4")).hasMessageContaining("such as login|ip:203.0.113.9");
    }
}
