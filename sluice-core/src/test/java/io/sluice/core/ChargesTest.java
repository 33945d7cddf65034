package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class ChargesTest {
    private final ManualClock clock = new ManualClock();
    private final RateLimiter user = Limiters.of(clock, "2/s burst 2");
    private final RateLimiter tenant = Limiters.of(clock, "10/min burst 10");
    private final Charges both = Charges.of(user, "ann", 1).and(tenant, Key.of("acme"), 3);

    @Test
    void chargesEveryKeyItsOwnCost() {
        Decision decision = both.tryAcquire();
        assertThat(decision.allowed()).isTrue();
        assertThat(decision.granted()).isEqualTo(1);
        assertThat(decision.remaining()).isEqualTo(1);
        assertThat(user.peek("ann", 0).remaining()).isEqualTo(1);
        assertThat(tenant.peek("acme", 0).remaining()).isEqualTo(7);
    }

    @Test
    void chargesNobodyWhenOneRefuses() {
        both.tryAcquire();
        both.tryAcquire();
        Decision refused = both.tryAcquire();
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofMillis(500));
        assertThat(refused.binding()).isEqualTo(Limit.parse("2/s burst 2"));
        assertThat(refused.remaining()).isZero();
        assertThat(refused.resetAfter()).isEqualTo(Duration.ofSeconds(36));
        assertThat(tenant.peek("acme", 0).remaining()).isEqualTo(4);
    }

    @Test
    void waitsForTheSlowestOfThoseWhoRefuse() {
        user.tryAcquire("ann", 2);
        tenant.tryAcquire("acme", 10);
        Decision refused = both.tryAcquire();
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(18));
        assertThat(refused.binding()).isEqualTo(Limit.parse("10/min"));
        clock.advanceNanos(refused.retryAfterNanos() - 1);
        assertThat(both.tryAcquire().allowed()).isFalse();
        clock.advanceNanos(1);
        assertThat(both.tryAcquire().allowed()).isTrue();
    }

    @Test
    void addsUpAKeyThatComesTwice() {
        Charges twice = Charges.of(user, "ann", 1).and(user, "ann", 1);
        assertThat(twice.tryAcquire().remaining()).isZero();
        assertThat(Charges.of(user, "bob", 2)
                        .and(user, Key.of("bob"), 1)
                        .tryAcquire()
                        .never())
                .isTrue();
        assertThatThrownBy(() -> Charges.of(user, "a", Limit.MOST_PERMITS).and(user, "a", 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Charges.of(user, "a", -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void goesAsOftenAsEveryKeyAllows() {
        RateLimiter calls = Limiters.of(clock, "100/s");
        Charges charges = Charges.of(calls, "ann", 7).and(tenant, "acme", 3);
        Decision some = charges.tryAcquireUpTo(9);
        assertThat(some.granted()).isEqualTo(3);
        assertThat(calls.peek("ann", 0).remaining()).isEqualTo(79);
        assertThat(tenant.peek("acme", 0).remaining()).isEqualTo(1);
        Decision none = charges.tryAcquireUpTo(9);
        assertThat(none.allowed()).isFalse();
        assertThat(none.granted()).isZero();
        assertThat(charges.tryAcquireUpTo(0).allowed()).isTrue();
        assertThat(Charges.of(calls, "ann", 7).tryAcquireUpTo(2).granted()).isEqualTo(2);
    }

    @Test
    void promisesEveryKeyForTheSameMoment() {
        user.tryAcquire("ann", 2);
        tenant.tryAcquire("acme", 10);
        assertThat(both.reserve(Duration.ofSeconds(17)).allowed()).isFalse();
        Reservation promised = both.reserve(Duration.ofSeconds(18));
        assertThat(promised.delay()).isEqualTo(Duration.ofSeconds(18));
        assertThat(promised.cancel()).isTrue();
        assertThat(promised.cancel()).isFalse();
        assertThat(user.tryAcquire("ann").retryAfter()).isEqualTo(Duration.ofMillis(500));
        assertThat(tenant.tryAcquire("acme").retryAfter()).isEqualTo(Duration.ofSeconds(6));
    }

    @Test
    void looksRefundsPenalizesAndForgets() {
        assertThat(both.peek().allowed()).isTrue();
        assertThat(user.peek("ann", 0).remaining()).isEqualTo(2);
        both.penalize();
        assertThat(tenant.peek("acme", 0).remaining()).isEqualTo(7);
        both.refund();
        assertThat(tenant.peek("acme", 0).remaining()).isEqualTo(10);
        both.penalize();
        assertThat(both.reset().resetAfterNanos()).isZero();
    }

    @Test
    void blocksAndUnblocksEveryKey() {
        assertThat(both.block(Duration.ofSeconds(9)).resetAfter()).isEqualTo(Duration.ofSeconds(9));
        Decision refused = both.tryAcquire();
        assertThat(refused.blocked()).isTrue();
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(9));
        assertThat(tenant.tryAcquire("acme").blocked()).isTrue();
        both.unblock();
        assertThat(both.tryAcquire().allowed()).isTrue();
    }

    @Test
    void reportsTheKeyWithTheLeastShareLeftWhenAllowed() {
        assertThat(both.tryAcquire().binding()).isEqualTo(Limit.parse("2/s"));
        RateLimiter large = Limiters.of(clock, "100/s");
        large.tryAcquire("x", 90);
        assertThat(Charges.of(large, "x", 1).and(user, "bob", 1).peek().binding())
                .isEqualTo(Limit.parse("100/s"));
    }

    /** At some moment, perhaps between looking and taking, somebody else uses one key up, while the clock runs on. */
    @Test
    void givesBackWhatItTookWhenAnotherKeyIsUsedUpMeanwhile() {
        int refused = 0;
        for (int moment = 1; moment <= 20; moment++) {
            for (int usedUp = 0; usedUp < 2; usedUp++) {
                refused += refusedWhenUsedUpAt(moment, usedUp) ? 1 : 0;
            }
        }
        assertThat(refused).as("so that it happened both before and after").isBetween(2, 39);
    }

    /** While the clock of one limiter is read so many times, the other one's key is used up. */
    private static boolean refusedWhenUsedUpAt(int moment, int usedUp) {
        long[] now = {0};
        long[] readsToCome = {0};
        RateLimiter[] limiters = new RateLimiter[2];
        limiters[usedUp] = Limiters.of(new RunningClock(() -> ++now[0]), "5/h");
        limiters[1 - usedUp] = Limiters.of(
                new RunningClock(() -> {
                    if (--readsToCome[0] == 0) {
                        limiters[usedUp].tryAcquire("k", 5);
                    }
                    return ++now[0];
                }),
                "5/h");
        readsToCome[0] = moment;
        Decision decision =
                Charges.of(limiters[0], "k", 1).and(limiters[1], "k", 1).tryAcquire();
        readsToCome[0] = 0;
        long left =
                limiters[0].peek("k", 0).remaining() + limiters[1].peek("k", 0).remaining();
        assertThat(left).as("used up at read %s", moment).isEqualTo(decision.allowed() ? 8 : 5);
        return !decision.allowed();
    }

    /** Never shows the same time twice. */
    private record RunningClock(LongSupplier source) implements Clock {
        @Override
        public long nanos() {
            return source.getAsLong();
        }

        @Override
        public Alarm schedule(long delayNanos, Runnable task) {
            throw new UnsupportedOperationException("nobody waits here");
        }
    }

    @Test
    void whatWasTakenCanBeGivenBackLater() {
        Reservation taken = both.take();
        clock.advance(Duration.ofMillis(100));
        assertThat(taken.cancel()).isTrue();
        assertThat(user.peek("ann", 0).remaining()).isEqualTo(2);
        assertThat(tenant.peek("acme", 0).remaining()).isEqualTo(10);
        assertThat(taken.cancel()).as("once").isFalse();
    }

    @Test
    void aPlaceInAQueueCanBeGivenBackWhileItWaits() {
        Charges queue = Charges.of(Limiters.of(clock, "1/min leaky-queue 10"), "ann", 1);
        queue.take();
        Reservation waits = queue.take();
        assertThat(waits.delay()).isEqualTo(Duration.ofMinutes(1));
        clock.advance(Duration.ofSeconds(20));
        assertThat(waits.cancel()).isTrue();
        assertThat(queue.take().delay()).isEqualTo(Duration.ofSeconds(40));
    }
}
