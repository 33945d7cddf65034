package io.sluice.benchmarks.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.benchmarks.redis.RedisTrial.Schedule;
import io.sluice.testkit.RedisServer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every entrant as in a measurement, with few keys and for a moment. A trial checks what was granted. */
class RedisTrialTest {
    private static final Schedule SHORT = new Schedule(1, 1, Duration.ofMillis(50));
    private static RedisServer redis;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @BeforeEach
    void forget() {
        redis.command("FLUSHALL");
    }

    static Stream<Arguments> trials() {
        return Stream.of(Load.MANY_KEYS.withKeys(100), Load.MANY_KEYS_1.withKeys(3), Load.HOT_KEY, Load.HOT_KEY_REFUSED)
                .flatMap(load -> Arrays.stream(Entrant.values()).map(entrant -> Arguments.of(load, entrant)));
    }

    @ParameterizedTest
    @MethodSource("trials")
    void isGrantedWhatIsRight(Load load, Entrant entrant) throws InterruptedException {
        List<Sample> samples = new RedisTrial(load, entrant).run(redis.url(), SHORT);
        assertThat(samples).hasSize(1);
        assertThat(samples.get(0).perSecond()).isPositive();
    }

    @Test
    void rejectsItselfWhenGrantedTooLittle() {
        redis.command("SET", Load.HOT_KEY.keyNames().get(0), "5000000000000000");
        assertThatThrownBy(() -> new RedisTrial(Load.HOT_KEY, Entrant.EVALSHA).run(redis.url(), SHORT))
                .isInstanceOf(RejectedException.class)
                .hasMessageMatching("0 of \\d+ decisions allowed, \\d+ would be right");
    }

    @Test
    void rejectsItselfWhenGrantedTooMuch() {
        redis.command("SET", Load.HOT_KEY_REFUSED.keyNames().get(0), "-5");
        assertThatThrownBy(() -> new RedisTrial(Load.HOT_KEY_REFUSED, Entrant.INCR).run(redis.url(), SHORT))
                .isInstanceOf(RejectedException.class)
                .hasMessageMatching("6 of \\d+ decisions allowed, 1 would be right");
    }

    @Test
    void rejectsItselfWhenADecisionFails() {
        redis.command("LPUSH", Load.HOT_KEY.keyNames().get(0), "not a number");
        assertThatThrownBy(() -> new RedisTrial(Load.HOT_KEY, Entrant.INCR).run(redis.url(), SHORT))
                .isInstanceOf(RejectedException.class)
                .hasMessageContaining("a decision failed")
                .hasMessageContaining("WRONGTYPE");
    }

    @Test
    void saysWhyNothingWasMeasuredWhenAllDecisionsAreMadeWhileItWarmsUp() {
        Load small = new Load("small", 1, 4, 1, Duration.ofHours(1), 1_000);
        Schedule slow = new Schedule(1, 1, Duration.ofSeconds(5));
        assertThatThrownBy(() -> new RedisTrial(small, Entrant.MEMORY).run(redis.url(), slow))
                .isInstanceOf(RejectedException.class)
                .hasMessage(
                        "no interval was measured: all 900 decisions that this load has were made within 1 intervals");
    }

    @Test
    void theHotKeyLastsForTheFastestInMemory() {
        Schedule longest = RedisOptions.parse().schedule();
        double seconds =
                (longest.warmups() + longest.iterations()) * longest.time().toMillis() / 1e3;
        assertThat(Load.HOT_KEY.mostDecisions() / seconds).isGreaterThan(200e6);
    }

    @Test
    void whatAProcessWritesCanBeRead() {
        Sample sample = new Sample(1.5, 2, 3, 4, 5, 6);
        assertThat(Sample.parse(sample.text())).isEqualTo(sample);
        assertThat(Schedule.parse(SHORT.text())).isEqualTo(SHORT);
        assertThat(Load.ALL).allMatch(load -> Load.named(load.name()).equals(load));
    }
}
