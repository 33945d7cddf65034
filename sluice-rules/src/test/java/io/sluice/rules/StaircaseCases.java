package io.sluice.rules;

import static io.sluice.rules.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rules.Ruling.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests beyond a limit wait step by step: each has a step of its own, whatever the order in which they come. */
abstract class StaircaseCases extends CountingCases {
    static final WhenLimited STEPS = new WhenLimited.Slower(Duration.ofMillis(100), Duration.ofSeconds(5));
    private static final WhenLimited NEVER_REFUSING =
            new WhenLimited.Slower(Duration.ofMillis(100), Duration.ofSeconds(1), WhenLimited.Slower.AtTop.PASS);

    /** Milliseconds that requests wait, in ascending order; -1 for a refused one. */
    static List<Long> delays(RuleEngine engine, int requests) {
        var threads = Executors.newFixedThreadPool(16);
        try {
            List<CompletableFuture<Ruling>> asked = IntStream.range(0, requests)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> engine.decide(ANN), threads)
                            .thenCompose(ruling -> ruling))
                    .toList();
            return asked.stream()
                    .map(EngineScene::join)
                    .map(StaircaseCases::delay)
                    .sorted()
                    .toList();
        } finally {
            threads.shutdown();
        }
    }

    private static Long delay(Ruling ruling) {
        return ruling.outcome().passes() ? ruling.delayNanos() / 1_000_000 : -1;
    }

    /** So many refused, so many at once, then each step once. */
    static List<Long> stairs(int refused, int atOnce, int steps) {
        List<Long> all = new ArrayList<>();
        LongStream.range(0, refused).forEach(i -> all.add(-1L));
        LongStream.range(0, atOnce).forEach(i -> all.add(0L));
        LongStream.rangeClosed(1, steps).forEach(i -> all.add(i * 100));
        return all;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5/h",
                "5/h leaky-bucket 5",
                "5/h fixed-window",
                "5/h fixed-window anchored",
                "5/h sliding-window",
                "5/h sub-windows 60",
                "5/h sliding-log",
                "5/month"
            })
    void givesEachRequestAStepOfItsOwn(String limit) {
        RuleEngine engine = engine(rule("api", limit).per("user").whenLimited(STEPS));
        assertThat(delays(engine, 70)).isEqualTo(stairs(15, 5, 50));
    }

    @Test
    void givesEachRequestAStepOfItsOwnUnderSeveralRules() {
        RuleEngine engine = engine(
                rule("api", "5/h fixed-window").per("user").whenLimited(STEPS),
                rule("other", "5/min sliding-log").per("ip").whenLimited(STEPS),
                rule("everyone", "1000/s"));
        assertThat(delays(engine, 70)).isEqualTo(stairs(15, 5, 50));
        assertThat(used(engine, "everyone").remaining()).isEqualTo(945);
    }

    @Test
    void waitsForTheLongerOfTwoStaircases() {
        RuleEngine engine = engine(
                rule("api", "5/h fixed-window").per("user").whenLimited(STEPS),
                rule("other", "8/h fixed-window")
                        .per("ip")
                        .whenLimited(new WhenLimited.Slower(Duration.ofMillis(300), Duration.ofSeconds(60))));
        assertThat(delays(engine, 11))
                .as("three by the first rule alone")
                .containsExactly(0L, 0L, 0L, 0L, 0L, 100L, 200L, 300L, 400L, 600L, 900L);
    }

    @Test
    void refusesWhereAnotherRuleRefuses() {
        RuleEngine engine = engine(
                rule("api", "5/h fixed-window").per("user").whenLimited(STEPS), rule("everyone", "9/h fixed-window"));
        assertThat(delays(engine, 20)).isEqualTo(stairs(11, 5, 4));
        RuleEngine other = engine(
                rule("api", "5/h fixed-window").per("user").priority(1).whenLimited(STEPS),
                rule("everyone", "9/h fixed-window"));
        assertThat(delays(other, 20)).isEqualTo(stairs(11, 5, 4));
    }

    @Test
    void countsRequestsWhateverTheyCost() {
        RuleEngine engine = engine(
                rule("api", "15/h fixed-window")
                        .per("user")
                        .cost(new Cost.Fixed(3))
                        .whenLimited(STEPS),
                rule("other", "37/h").cost(new Cost.Fixed(7)).whenLimited(STEPS));
        assertThat(delays(engine, 70)).isEqualTo(stairs(15, 5, 50));
    }

    @Test
    void countsTheExcessOfEachLimitOfARuleApart() {
        RuleEngine engine = engine(
                rule("api", "3/s fixed-window", "5/h fixed-window").per("user").whenLimited(STEPS));
        clock.advance(Duration.ofHours(1)
                .minusNanos(clock.wallNanos() % Duration.ofHours(1).toNanos()));
        assertThat(delays(engine, 5)).isEqualTo(stairs(0, 3, 2));
        clock.advance(Duration.ofSeconds(1));
        assertThat(delays(engine, 6)).as("two of them by the hour").isEqualTo(stairs(0, 2, 4));
        clock.advance(Duration.ofSeconds(1));
        assertThat(delays(engine, 1)).containsExactly(500L);
    }

    @Test
    void tellsADelayedClientWhatIsLeftOfItsLimit() {
        RuleEngine engine = engine(rule("api", "2/h fixed-window").per("user").whenLimited(STEPS));
        decide(engine, ANN);
        decide(engine, ANN);
        Ruling third = decide(engine, ANN);
        assertThat(third.outcome()).isEqualTo(Outcome.DELAYED);
        assertThat(decision(third).allowed()).isTrue();
        assertThat(decision(third).remaining()).isZero();
        assertThat(decision(third).limit()).isEqualTo(2);
        assertThat(decision(third).delay()).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void givesTheStepBackOfARequestThatLeaves() {
        RuleEngine engine = engine(rule("api", "1/h fixed-window").per("user").whenLimited(STEPS));
        decide(engine, ANN);
        assertThat(decide(engine, ANN).delayNanos()).isEqualTo(100_000_000);
        decide(engine, ANN).cancel();
        await("the second step again", () -> {
            Ruling next = decide(engine, ANN);
            boolean second = next.delayNanos() == 200_000_000;
            next.cancel();
            return second;
        });
    }

    @Test
    void forgetsTheExcessOfAKeyThatIsReset() {
        RuleEngine engine = engine(
                rule("api", "1/s fixed-window", "1/h fixed-window").per("user").whenLimited(STEPS));
        assertThat(delays(engine, 4)).isEqualTo(stairs(0, 1, 3));
        join(engine.reset("api|user:ann"));
        assertThat(delays(engine, 4)).isEqualTo(stairs(0, 1, 3));
    }

    @Test
    void beginsAnewInANewWindow() {
        RuleEngine engine = engine(rule("api", "5/10s fixed-window").per("user").whenLimited(STEPS));
        clock.advance(Duration.ofSeconds(9));
        assertThat(delays(engine, 45)).isEqualTo(stairs(0, 5, 40));
        clock.advance(Duration.ofSeconds(1));
        assertThat(delays(engine, 8)).isEqualTo(stairs(0, 5, 3));
    }

    @Test
    void beginsAnewInANewMonth() {
        RuleEngine engine = engine(rule("api", "5/month").per("user").whenLimited(STEPS));
        assertThat(delays(engine, 45)).isEqualTo(stairs(0, 5, 40));
        clock.advance(Duration.ofDays(31));
        assertThat(delays(engine, 8)).isEqualTo(stairs(0, 5, 3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5/10s", "5/10s leaky-bucket 5"})
    void drainsTheExcessOfABucketAtItsRate(String limit) {
        RuleEngine engine = engine(rule("api", limit).per("user").whenLimited(STEPS));
        assertThat(delays(engine, 45)).isEqualTo(stairs(0, 5, 40));
        clock.advance(Duration.ofSeconds(10));
        assertThat(delays(engine, 6)).as("five less").containsExactly(0L, 0L, 0L, 0L, 0L, 3_600L);
        clock.advance(Duration.ofSeconds(80));
        assertThat(delays(engine, 6)).isEqualTo(stairs(0, 5, 1));
    }

    @Test
    void forgetsTheExcessOfALogAPeriodLater() {
        RuleEngine engine = engine(rule("api", "5/10s sliding-log").per("user").whenLimited(STEPS));
        assertThat(delays(engine, 25)).isEqualTo(stairs(0, 5, 20));
        clock.advance(Duration.ofSeconds(4));
        assertThat(delays(engine, 10).get(0)).isEqualTo(2_100);
        clock.advance(Duration.ofSeconds(6));
        assertThat(delays(engine, 6)).as("ten of the last period").containsExactly(0L, 0L, 0L, 0L, 0L, 1_100L);
    }

    @Test
    void weighsTheExcessOfASlidingWindow() {
        RuleEngine engine =
                engine(rule("api", "5/10s sliding-window").per("user").whenLimited(STEPS));
        clock.advance(Duration.ofSeconds(9));
        assertThat(delays(engine, 45)).isEqualTo(stairs(0, 5, 40));
        clock.advance(Duration.ofSeconds(6));
        assertThat(delays(engine, 4)).as("half of the window before counts").containsExactly(0L, 0L, 0L, 2_100L);
        clock.advance(Duration.ofSeconds(15));
        assertThat(delays(engine, 6)).isEqualTo(stairs(0, 5, 1));
    }

    @Test
    void forgetsTheExcessOfSubWindowsPartByPart() {
        RuleEngine engine =
                engine(rule("api", "5/10s sub-windows 10").per("user").whenLimited(STEPS));
        assertThat(delays(engine, 25)).isEqualTo(stairs(0, 5, 20));
        clock.advance(Duration.ofSeconds(4));
        assertThat(delays(engine, 10).get(0)).isEqualTo(2_100);
        clock.advance(Duration.ofSeconds(7));
        assertThat(delays(engine, 6)).containsExactly(0L, 0L, 0L, 0L, 0L, 1_100L);
    }

    @Test
    void letsEverythingPassThatIsNeverToBeRefused() {
        RuleEngine engine = engine(rule("api", "5/h fixed-window").per("user").whenLimited(NEVER_REFUSING));
        List<Long> expected = new ArrayList<>(stairs(0, 5, 10));
        LongStream.range(0, 55).forEach(i -> expected.add(1_000L));
        assertThat(delays(engine, 70)).isEqualTo(expected);
        Ruling last = decide(engine, ANN);
        assertThat(last.outcome()).isEqualTo(Outcome.DELAYED);
        assertThat(decision(last).allowed()).isTrue();
        assertThat(decision(last).remaining()).isZero();
        last.cancel();
    }

    @Test
    void chargesTheOtherRulesOfARequestThatIsNeverToBeRefused() {
        RuleEngine engine = engine(
                rule("api", "5/h fixed-window").per("user").whenLimited(NEVER_REFUSING),
                rule("everyone", "20/h fixed-window"));
        List<Long> expected = new ArrayList<>(stairs(10, 5, 10));
        LongStream.range(0, 5).forEach(i -> expected.add(1_000L));
        assertThat(delays(engine, 30)).isEqualTo(expected);
    }

    @Test
    void marksWhatIsNeverToBeRefusedWhereNothingCanWait() {
        RuleEngine engine = engine(rule("api", "2/h fixed-window").per("user").whenLimited(NEVER_REFUSING));
        decide(engine, hurried(ANN));
        decide(engine, hurried(ANN));
        for (int i = 0; i < 20; i++) {
            Ruling beyond = decide(engine, hurried(ANN));
            assertThat(beyond.outcome()).isEqualTo(Outcome.REDUCED);
            assertThat(beyond.delayNanos()).isZero();
        }
    }

    @Test
    void refusesStepsWhereNothingCanWait() {
        RuleEngine engine = engine(rule("api", "2/h fixed-window").per("user").whenLimited(STEPS));
        decide(engine, hurried(ANN));
        decide(engine, hurried(ANN));
        for (int i = 0; i < 3; i++) {
            Ruling beyond = decide(engine, hurried(ANN));
            assertThat(beyond.outcome()).isEqualTo(Outcome.REFUSED);
            assertThat(decision(beyond).retryAfter()).isPositive();
        }
    }
}
