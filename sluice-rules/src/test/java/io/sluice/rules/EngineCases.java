package io.sluice.rules;

import static io.sluice.rules.RuleBuilder.rule;
import static io.sluice.rules.Rules.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.core.Decision;
import io.sluice.rules.Ruling.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What rules mean, whichever store counts. */
abstract class EngineCases extends WhenLimitedCases {
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
            public void decided(Ruling ruling, @Nullable String plan, long nanos) {
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
    void tellsTheWatcherOfWhoCannotWaitAsRefused() {
        List<String> seen = new ArrayList<>();
        Watcher watcher = new Watcher() {
            @Override
            public void decided(Ruling ruling, @Nullable String plan, long nanos) {
                seen.add(ruling.outcome() + " " + ruling.key());
            }
        };
        RuleEngine engine = engine(Rules.of(rule("api", "1/min leaky-queue 9").per("user")), watcher);
        decide(engine, ANN);
        decide(engine, hurried(ANN));
        decide(engine, ANN);
        assertThat(seen).containsExactly("ALLOWED api|user:ann", "REFUSED api|user:ann", "DELAYED api|user:ann");
    }

    @Test
    void tellsTheWatcherWhenItDecided() {
        List<Long> seen = new ArrayList<>();
        Watcher watcher = new Watcher() {
            @Override
            public void decided(Ruling ruling, @Nullable String plan, long nanos) {
                seen.add(nanos);
            }
        };
        RuleEngine engine = engine(
                Rules.lists(
                        List.of(),
                        List.of(new ListEntry.Network("203.0.113.66")),
                        null,
                        rule("api", "1/min").match("/api/**").per("user"),
                        rule("export", "1/min leaky-queue 9").match("/export").per("user")),
                watcher);
        List<Long> expected = new ArrayList<>();
        for (Attributes asked : List.of(ANN, ANN, request("/"), request("/", "ip=203.0.113.66"), request("/export"))) {
            clock.advance(Duration.ofSeconds(7));
            expected.add(clock.nanos());
            decide(engine, asked);
        }
        assertThat(seen).isEqualTo(expected);
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
