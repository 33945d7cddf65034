package io.sluice.redis.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.ManualClock;
import io.sluice.redis.failure.Circuit.Pass;
import io.sluice.redis.failure.Health.Phase;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BreakerTest {
    private final ManualClock clock = new ManualClock();
    private double random = 1;
    private final Breaker breaker = new Breaker(clock, () -> random);

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            breaker.failed(breaker.tryPass());
        }
    }

    private void succeed(int times) {
        for (int i = 0; i < times; i++) {
            breaker.succeeded(breaker.tryPass());
        }
    }

    private void pass(long millis) {
        clock.advance(Duration.ofMillis(millis));
    }

    private void open() {
        fail(7);
        pass(50);
        fail(1);
        assertThat(breaker.phase()).isEqualTo(Phase.OPEN);
    }

    @Test
    void opensAfterEightFailuresInARow() {
        fail(6);
        pass(3_600_000);
        fail(1);
        assertThat(breaker.phase()).isEqualTo(Phase.CLOSED);
        fail(1);
        assertThat(breaker.phase()).isEqualTo(Phase.OPEN);
        assertThat(breaker.tryPass()).isNull();
    }

    @Test
    void opensWhenTheyLastedFiftyMilliseconds() {
        fail(1);
        clock.advance(Duration.ofMillis(50).minusNanos(1));
        fail(100);
        assertThat(breaker.phase()).isEqualTo(Phase.CLOSED);
        clock.advanceNanos(1);
        fail(1);
        assertThat(breaker.phase()).isEqualTo(Phase.OPEN);
    }

    @ParameterizedTest
    @CsvSource({"8, OPEN", "9, CLOSED"})
    void opensWhenHalfFailed(int successes, Phase phase) {
        fail(4);
        succeed(successes);
        fail(3);
        pass(50);
        fail(1);
        assertThat(breaker.phase()).isEqualTo(phase);
    }

    @Test
    void bearsAThirdOfFailuresForEver() {
        for (int i = 0; i < 10_000; i++) {
            fail(1);
            succeed(2);
            pass(1);
        }
        assertThat(breaker.phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void bearsFailuresToldOfInARowBetweenManyGoodAnswers() {
        for (int i = 0; i < 1_000; i++) {
            fail(40);
            succeed(200);
            pass(1);
        }
        assertThat(breaker.phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void opensSoonAfterALongGoodTime() {
        for (int i = 0; i < 1_000; i++) {
            succeed(1_000);
            fail(1);
            pass(1);
        }
        int millis = 0;
        while (breaker.phase() == Phase.CLOSED) {
            fail(200);
            pass(1);
            millis++;
        }
        assertThat(millis).isBetween(50, 101);
    }

    @Test
    void hearsOfEachPassApart() {
        Pass before = Objects.requireNonNull(breaker.tryPass());
        open();
        pass(100);
        succeed(1);
        for (int i = 0; i < 1_000; i++) {
            breaker.succeeded(before);
            breaker.failed(before);
        }
        open();
    }

    @Test
    void letsOneThroughAfterThePause() {
        open();
        clock.advance(Duration.ofMillis(100).minusNanos(1));
        assertThat(breaker.tryPass()).isNull();
        clock.advanceNanos(1);
        assertThat(breaker.tryPass()).isNotNull();
        assertThat(breaker.phase()).isEqualTo(Phase.HALF_OPEN);
        assertThat(breaker.tryPass()).isNull();
    }

    @Test
    void closesWithOneSuccess() {
        open();
        clock.advance(Duration.ofMillis(100));
        assertThat(breaker.succeeded(breaker.tryPass())).isTrue();
        assertThat(breaker.phase()).isEqualTo(Phase.CLOSED);
        assertThat(breaker.succeeded(breaker.tryPass())).as("closed already").isFalse();
    }

    @Test
    void opensAgainWithOneFailedTry() {
        open();
        clock.advance(Duration.ofMillis(100));
        fail(1);
        assertThat(breaker.phase()).isEqualTo(Phase.OPEN);
        assertThat(breaker.nanosUntilNextTry()).isEqualTo(Duration.ofMillis(200).toNanos());
    }

    @ParameterizedTest
    @CsvSource({"0, 50", "0.5, 75", "1, 100"})
    void spreadsTries(double drawn, long millis) {
        random = drawn;
        open();
        assertThat(breaker.nanosUntilNextTry())
                .isEqualTo(Duration.ofMillis(millis).toNanos());
    }

    @ParameterizedTest
    @CsvSource({"0, 100", "1, 200", "2, 400", "5, 3200", "6, 5000", "7, 5000", "1000, 5000"})
    void waitsLongerWithEveryFailedTry(int failedTries, long millis) {
        open();
        for (int i = 0; i < failedTries; i++) {
            clock.advance(Duration.ofSeconds(5));
            fail(1);
        }
        assertThat(breaker.nanosUntilNextTry())
                .isEqualTo(Duration.ofMillis(millis).toNanos());
    }

    @ParameterizedTest
    @CsvSource({"9949, 200", "9950, 100"})
    void forgetsHowOftenItOpenedAfterTenGoodSeconds(long millis, long pause) {
        open();
        pass(100);
        succeed(1);
        pass(millis);
        open();
        assertThat(breaker.nanosUntilNextTry())
                .isEqualTo(Duration.ofMillis(pause).toNanos());
    }

    @Test
    void hearsNothingFromThoseLetThroughBefore() {
        Pass before = Objects.requireNonNull(breaker.tryPass());
        open();
        assertThat(breaker.succeeded(before)).isFalse();
        assertThat(breaker.phase()).isEqualTo(Phase.OPEN);
    }

    @Test
    void triesAgainWhenNobodyReportsWhatBecameOfATry() {
        open();
        clock.advance(Duration.ofMillis(100));
        Pass lost = breaker.tryPass();
        clock.advance(Duration.ofSeconds(5).minusNanos(1));
        assertThat(breaker.tryPass()).isNull();
        clock.advanceNanos(1);
        assertThat(breaker.tryPass()).isNotNull().isNotSameAs(lost);
    }

    @Test
    void letsExactlyOneOfManyThreadsThrough() throws Exception {
        AtomicReference<Pass> let = new AtomicReference<>();
        for (int round = 0; round < 200; round++) {
            while (breaker.phase() == Phase.CLOSED) {
                fail(1);
                pass(50);
            }
            clock.advance(Duration.ofSeconds(5));
            long passed = StartTogether.run(4, () -> {
                        Pass pass = breaker.tryPass();
                        if (pass != null) {
                            let.set(pass);
                        }
                        return pass;
                    })
                    .stream()
                    .filter(Objects::nonNull)
                    .count();
            assertThat(passed).isEqualTo(1);
            if (round % 2 == 0) {
                breaker.succeeded(let.get());
            } else {
                breaker.failed(let.get());
            }
        }
    }

    @Test
    void losesNoFailureOfManyThreads() throws Exception {
        for (int round = 0; round < 200; round++) {
            Breaker fresh = new Breaker(clock, () -> random);
            fresh.failed(fresh.tryPass());
            pass(50);
            StartTogether.run(Window.LEAST_FAILURES - 1, () -> {
                fresh.failed(fresh.tryPass());
                return null;
            });
            assertThat(fresh.phase()).isEqualTo(Phase.OPEN);
        }
    }
}
