package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GateTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final ManualClock clock = new ManualClock(1_760_000_000_000_000_000L);

    @ParameterizedTest
    @ValueSource(strings = {"7/s burst 9", "7/s leaky-bucket 9", "7/s leaky-queue 9"})
    void answersLikeALimiterWithOneKey(String limit) {
        Gate gate = Gate.of(Limit.parse(limit), clock);
        RateLimiter limiter = Limiters.of(clock, limit);
        java.util.Random random = new java.util.Random(1);
        for (int i = 0; i < 2_000; i++) {
            clock.advanceNanos(random.nextInt(200_000_000));
            long n = random.nextInt(11);
            Decision expected;
            Decision actual;
            switch (random.nextInt(7)) {
                case 0 -> {
                    expected = limiter.tryAcquireUpTo("k", n);
                    actual = gate.tryAcquireUpTo(n);
                }
                case 1 -> {
                    expected = limiter.peek("k", n);
                    actual = gate.peek(n);
                }
                case 2 -> {
                    expected = limiter.refund("k", n);
                    actual = gate.refund(n);
                }
                case 3 -> {
                    expected = limiter.penalize("k", n);
                    actual = gate.penalize(n);
                }
                case 4 -> {
                    expected = limiter.reserve("k", n, HOUR).decision();
                    actual = gate.reserve(n, HOUR).decision();
                }
                default -> {
                    expected = limiter.tryAcquire("k", n);
                    actual = gate.tryAcquire(n);
                }
            }
            assertThat(actual).hasToString(expected.toString());
            assertThat(actual.resetAfterNanos()).isEqualTo(expected.resetAfterNanos());
            assertThat(actual.granted()).isEqualTo(expected.granted());
        }
    }

    @Test
    void givesBackWhatIsCancelled() {
        Gate gate = Gate.of(Limit.parse("1/s"), clock);
        assertThat(gate.tryAcquire().allowed()).isTrue();
        Reservation promised = gate.reserve(1, HOUR);
        assertThat(promised.delay()).isEqualTo(Duration.ofSeconds(1));
        assertThat(promised.cancel()).isTrue();
        assertThat(gate.tryAcquire().retryAfter()).isEqualTo(Duration.ofSeconds(1));
        assertThat(gate.reserve(2, HOUR).decision().never()).isTrue();
        assertThat(gate.reserve(1, Duration.ofSeconds(Long.MAX_VALUE)).allowed())
                .isTrue();
    }

    @Test
    void waitsInVirtualTime() throws InterruptedException {
        Gate gate = Gate.of(Limit.parse("1/s"), clock);
        assertThat(gate.acquire(1, Duration.ZERO).allowed()).isTrue();
        CompletableFuture<Decision> waiting = gate.acquireAsync(1, HOUR);
        clock.advance(Duration.ofSeconds(1));
        assertThat(waiting.join().allowed()).isTrue();
        CompletableFuture<Decision> released = gate.acquireAsync(1, HOUR);
        gate.close();
        assertThat(released.join().never()).isTrue();
        assertThat(gate.tryAcquire().never()).isTrue();
        assertThat(gate.tryAcquireUpTo(1).never()).isTrue();
        assertThat(gate.reserve(1, HOUR).allowed()).isFalse();
    }

    @Test
    void forgetsWhenReset() {
        Gate gate = Gate.of(Limit.parse("5/h"), clock);
        gate.penalize(50);
        assertThat(gate.reset().remaining()).isEqualTo(5);
        assertThat(gate.tryAcquire(5).allowed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"999983/s", "2147483647/us", "7/s"})
    void isNewAgainHoweverLongItWasLeftAlone(String limit) {
        for (long hours = 1; hours < 800_000; hours *= 2) {
            Gate gate = Gate.of(Limit.parse(limit), clock);
            gate.tryAcquire();
            clock.advance(Duration.ofHours(hours));
            assertThat(gate.tryAcquire().allowed())
                    .as("%s after %s h", limit, hours)
                    .isTrue();
            clock.moveTo(clock.nanos() + 1);
            assertThat(gate.peek(1).allowed()).isTrue();
            clock.advance(Duration.ofHours(1));
            if (clock.nanos() > 1L << 61) {
                return;
            }
        }
    }

    @Test
    void takesOnlyBucketsAndQueues() {
        assertThatThrownBy(() -> Gate.of(Limit.parse("5/s fixed-window")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("RateLimiter with one key");
        assertThat(Gate.of(Limit.parse("5/s")).tryAcquire().allowed()).isTrue();
        assertThatThrownBy(() -> Gate.of(Limit.parse("5/s")).tryAcquire(-1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
