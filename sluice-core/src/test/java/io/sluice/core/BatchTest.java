package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BatchTest {
    private static final int SIZE = 16;

    private final ManualClock clock = new ManualClock(1_760_000_000_000_000_000L);

    static Limit limit(Limit.Kind kind) {
        Limit rate = Limit.perSecond(7);
        return switch (kind) {
            case TOKEN_BUCKET -> rate.burst(9);
            case LEAKY_BUCKET -> rate.leakyBucket(9);
            case LEAKY_QUEUE -> rate.leakyQueue(9);
            case FIXED_WINDOW -> rate.fixedWindow();
            case ANCHORED_WINDOW -> rate.anchoredWindow();
            case SLIDING_WINDOW -> rate.slidingWindow();
            case SUB_WINDOWS -> rate.subWindows(4);
            case SLIDING_LOG -> rate.slidingLog();
        };
    }

    @ParameterizedTest
    @EnumSource(Limit.Kind.class)
    void givesANewKeyAllItHasWhileTimePasses(Limit.Kind kind) {
        long[] now = {1_760_000_000_000_000_000L};
        Clock running = new Clock() {
            @Override
            public long nanos() {
                return ++now[0];
            }

            @Override
            public Alarm schedule(long delayNanos, Runnable task) {
                throw new UnsupportedOperationException("nobody waits here");
            }
        };
        Limit limit = limit(kind);
        Batch batch = RateLimiter.builder().clock(running).limits(limit).build().batch(SIZE);
        for (int i = 0; i < SIZE; i++) {
            batch.add("new", 1);
        }
        batch.tryAcquire();
        for (int i = 0; i < SIZE; i++) {
            assertThat(batch.allowed(i)).as("question %d", i).isEqualTo(i < limit.capacity());
        }
    }

    @ParameterizedTest
    @EnumSource(Limit.Kind.class)
    void answersLikeAsManySingles(Limit.Kind kind) {
        RateLimiter batched =
                RateLimiter.builder().clock(clock).limits(limit(kind)).build();
        RateLimiter single =
                RateLimiter.builder().clock(clock).limits(limit(kind)).build();
        Batch batch = batched.batch(SIZE);
        Random random = new Random(1);
        for (int round = 0; round < 200; round++) {
            clock.advanceNanos(random.nextInt(300_000_000));
            compare(batch, single, random);
        }
    }

    private static void compare(Batch batch, RateLimiter single, Random random) {
        batch.clear();
        Decision[] expected = new Decision[SIZE];
        for (int i = 0; i < SIZE; i++) {
            String key = "key " + random.nextInt(10);
            long permits = random.nextInt(11);
            batch.add(key, permits);
            expected[i] = single.tryAcquire(key, permits);
        }
        batch.tryAcquire();
        for (int i = 0; i < SIZE; i++) {
            Decision decision = batch.decision(i);
            assertThat(batch.allowed(i)).isEqualTo(expected[i].allowed());
            assertThat(decision).hasToString(expected[i].toString());
            assertThat(decision.granted()).isEqualTo(expected[i].granted());
            assertThat(decision.resetAfterNanos()).isEqualTo(expected[i].resetAfterNanos());
            assertThat(decision.delayNanos()).isEqualTo(expected[i].delayNanos());
        }
    }

    @Test
    void chargesAKeyThatComesTwiceTwice() {
        RateLimiter limiter = Limiters.of(clock, "1/s");
        Batch batch = limiter.batch(2);
        batch.add("k", 1);
        batch.add(Key.of("k"), 1);
        batch.tryAcquire();
        assertThat(batch.allowed(0)).isTrue();
        assertThat(batch.allowed(1)).isFalse();
    }

    @Test
    void decidesUnderSeveralLimits() {
        RateLimiter limiter = Limiters.of(clock, "5/s", "3/min");
        Batch batch = limiter.batch(2);
        batch.add("k", 3);
        batch.add("k", 1);
        batch.tryAcquire();
        assertThat(batch.allowed(0)).isTrue();
        assertThat(batch.decision(1).binding()).isEqualTo(Limit.parse("3/min"));
    }

    @Test
    void goesOnWhileTheTableGrows() {
        RateLimiter limiter = Limiters.of(clock, "1/h");
        Batch batch = limiter.batch(100);
        for (int from = 0; from < 30_000; from += 100) {
            batch.clear();
            for (int i = 0; i < 100; i++) {
                batch.add("key " + (from + i), 1);
            }
            batch.tryAcquire();
            for (int i = 0; i < 100; i++) {
                assertThat(batch.allowed(i)).isTrue();
            }
        }
        assertThat(limiter.usage().keys()).isEqualTo(30_000);
    }

    @Test
    void refusesEverythingWhenClosed() {
        RateLimiter limiter = Limiters.of(clock, "1/s");
        Batch batch = limiter.batch(1);
        batch.add("k", 1);
        limiter.close();
        batch.tryAcquire();
        assertThat(batch.decision(0).never()).isTrue();
    }

    @Test
    void followsNewLimits() {
        RateLimiter limiter = Limiters.of(clock, "1/s");
        Batch batch = limiter.batch(1);
        batch.add("k", 3);
        batch.tryAcquire();
        assertThat(batch.decision(0).never()).isTrue();
        limiter.reconfigure(Limit.parse("5/s fixed-window"));
        batch.tryAcquire();
        assertThat(batch.decision(0).remaining()).isEqualTo(2);
    }

    @Test
    void hasRoomForWhatWasAskedAndNoMore() {
        Batch batch = Limiters.of(clock, "1/s").batch(1);
        batch.add("k", 1);
        assertThat(batch.size()).isEqualTo(1);
        assertThatThrownBy(() -> batch.add("l", 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> batch.allowed(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Limiters.of(clock, "1/s").batch(0)).isInstanceOf(IllegalArgumentException.class);
        batch.clear();
        assertThatThrownBy(() -> batch.add("k", -1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(batch.size()).isZero();
    }
}
