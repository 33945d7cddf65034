package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TogetherTest {
    private static final long SEED = Long.getLong("sluice.seed", 20_261_115);
    private static final List<String> LIMITS = List.of(
            "5/s",
            "3/s burst 7",
            "4/s leaky-bucket 4",
            "4/s leaky-queue 4",
            "5/s fixed-window",
            "5/s fixed-window anchored",
            "6/s sliding-window",
            "6/s sub-windows 4",
            "6/s sliding-log");

    private final ManualClock clock = new ManualClock();

    private static long key(String part) {
        return Key.and(Key.parts(), part);
    }

    @Test
    void chargesAllOrNone() {
        RateLimiter user = Limiters.of(clock, "2/s burst 2");
        RateLimiter tenant = Limiters.of(clock, "10/min burst 10");
        Together both = Together.of(user, tenant);
        long[] keys = {key("ann"), key("acme")};
        long[] permits = {1, 3};
        assertThat(both.tryAcquire(keys, permits).allowed()).isTrue();
        Decision second = both.tryAcquire(keys, permits);
        assertThat(second.remaining()).isZero();
        assertThat(second.binding()).isSameAs(user.limits()[0]);
        Decision refused = both.tryAcquire(keys, permits);
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofMillis(500));
        assertThat(refused.binding()).isSameAs(user.limits()[0]);
        assertThat(tenant.peek(Key.ofParts(keys[1]), 0).remaining()).isEqualTo(4);
        clock.advance(Duration.ofSeconds(1));
        permits[1] = 5;
        assertThat(both.tryAcquire(keys, permits).binding()).isSameAs(tenant.limits()[0]);
        assertThat(user.peek(Key.ofParts(keys[0]), 0).remaining()).isEqualTo(2);
    }

    @Test
    void decidesAtTheTimeThatItIsGiven() {
        Together one = Together.of(Limiters.of(clock, "1/s"));
        long[] keys = {key("ann")};
        long[] permits = {1};
        assertThat(one.tryAcquire(keys, permits, 0).allowed()).isTrue();
        clock.advance(Duration.ofSeconds(1));
        Decision before = one.tryAcquire(keys, permits, clock.nanos() - 1);
        assertThat(before.retryAfterNanos()).isEqualTo(1);
        assertThat(one.tryAcquire(keys, permits, clock.nanos()).allowed()).isTrue();
    }

    /** Whatever the limits, the answers are those of {@link Charges}. */
    @Test
    void answersAsChargesDo() {
        Random random = new Random(SEED);
        for (int round = 0; round < 300; round++) {
            int count = 1 + random.nextInt(4);
            List<RateLimiter> these = new ArrayList<>();
            List<RateLimiter> those = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String[] limits = random.nextInt(4) == 0
                        ? new String[] {"5/s", "50/min"}
                        : new String[] {LIMITS.get(random.nextInt(LIMITS.size()))};
                these.add(Limiters.of(clock, limits));
                those.add(Limiters.of(clock, limits));
            }
            Together together = Together.of(these.toArray(RateLimiter[]::new));
            for (int i = 0; i < 60; i++) {
                long[] keys = new long[count];
                long[] permits = new long[count];
                Charges charges = Charges.none();
                for (int k = 0; k < count; k++) {
                    keys[k] = key("k" + random.nextInt(2));
                    permits[k] = random.nextInt(4);
                    charges = charges.and(those.get(k), Key.ofParts(keys[k]), permits[k]);
                }
                String what = "seed " + SEED + ", round " + round;
                assertSame(what, together.tryAcquire(keys, permits), charges.tryAcquire());
                if (random.nextInt(20) == 0) {
                    these.get(0).block(Key.ofParts(keys[0]), Duration.ofMillis(700));
                    those.get(0).block(Key.ofParts(keys[0]), Duration.ofMillis(700));
                }
                clock.advanceNanos(random.nextInt(300_000_000));
            }
        }
    }

    private static void assertSame(String what, Decision one, Decision other) {
        assertThat(one.allowed()).as(what).isEqualTo(other.allowed());
        assertThat(one.remaining()).as(what).isEqualTo(other.remaining());
        assertThat(one.retryAfterNanos()).as(what).isEqualTo(other.retryAfterNanos());
        assertThat(one.resetAfterNanos()).as(what).isEqualTo(other.resetAfterNanos());
        assertThat(one.delayNanos()).as(what).isEqualTo(other.delayNanos());
        assertThat(one.blocked()).as(what).isEqualTo(other.blocked());
    }

    @Test
    void wantsDifferentLimitersOfOneClock() {
        RateLimiter one = Limiters.of(clock, "1/s");
        RateLimiter other = Limiters.of(new ManualClock(), "1/s");
        assertThatThrownBy(Together::of).hasMessage("needs one limiter or several different ones");
        assertThatThrownBy(() -> Together.of(one, one)).hasMessage("needs one limiter or several different ones");
        assertThatThrownBy(() -> Together.of(one, other))
                .hasMessage("limiters that are asked together go by one clock");
    }

    @Test
    void isRefusedForEverOnceClosed() {
        RateLimiter one = Limiters.of(clock, "1/s");
        RateLimiter other = Limiters.of(clock, "1/s");
        Together both = Together.of(one, other);
        other.close();
        assertThat(both.tryAcquire(new long[] {1, 1}, new long[] {1, 1}).never())
                .isTrue();
        assertThat(one.peek(Key.ofParts(1), 1).allowed()).isTrue();
    }

    @Test
    void knowsKeysOfSeveralPartsApart() {
        long ab = Key.and(key("a"), "b");
        assertThat(List.of(ab, key("ab"), Key.and(key("b"), "a"), key("a"), Key.parts(), Key.and(Key.parts(), 1)))
                .doesNotHaveDuplicates();
        assertThat(Key.ofParts(ab)).isEqualTo(Key.ofParts(ab)).isNotEqualTo(Key.of(ab));
        RateLimiter limiter = Limiters.of(clock, "1/s");
        limiter.tryAcquire(Key.ofParts(ab));
        assertThat(limiter.tryAcquire(Key.ofParts(ab)).allowed()).isFalse();
        assertThat(limiter.tryAcquire(Key.of(ab)).allowed()).isTrue();
    }

    @Test
    void takesFromTheLimitersOfAStore() {
        MemoryStore store = (MemoryStore) Store.memory(clock, 100);
        LimitSet limits = LimitSet.of("api", Limit.perSecond(1));
        RateLimiter limiter = store.limiter(limits);
        assertThat(store.limiter(limits)).isSameAs(limiter);
        assertThat(limiter.usage().maxKeys()).isEqualTo(100);
        limiter.tryAcquire("ann");
        assertThat(store.limiter("api", Limit.perSecond(1))
                        .tryAcquire("ann")
                        .toCompletableFuture()
                        .join()
                        .allowed())
                .isFalse();
        store.forget("api");
        assertThat(store.limiter(limits).tryAcquire("ann").allowed()).isTrue();
        assertThatThrownBy(() -> Store.memory(clock, 0)).hasMessage("maxKeys must be 1 to 500000000, not 0");
    }
}
