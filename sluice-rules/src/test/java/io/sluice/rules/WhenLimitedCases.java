package io.sluice.rules;

import static io.sluice.rules.RuleBuilder.rule;
import static io.sluice.rules.Rules.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rules.Ruling.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of requests beyond the limit. */
abstract class WhenLimitedCases extends StaircaseCases {
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
    void refusesWhoCannotWaitAndKeepsNoPlaceForThem() {
        RuleEngine engine = engine(
                rule("export", "2/s leaky-queue 3").match("/api/**").per("user"),
                rule("login", "1/s").match("/login").per("ip").whenLimited(new WhenLimited.Delay(MINUTE)));
        assertThat(decide(engine, hurried(ANN)).outcome()).isEqualTo(Outcome.ALLOWED);
        for (int i = 0; i < 10; i++) {
            Ruling queued = decide(engine, hurried(ANN));
            assertThat(queued.outcome()).isEqualTo(Outcome.REFUSED);
            assertThat(queued.delayNanos()).isZero();
            assertThat(decision(queued).retryAfter()).isEqualTo(Duration.ofMillis(500));
            awaitRemaining(engine, "export|user:ann", 2);
        }
        assertThat(decide(engine, hurried(LOGIN)).outcome()).isEqualTo(Outcome.ALLOWED);
        Ruling promised = decide(engine, hurried(LOGIN));
        assertThat(promised.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(ruleOf(promised)).isEqualTo("login");
        assertThat(decision(promised).retryAfter()).isEqualTo(Duration.ofSeconds(1));
    }
}
