package io.sluice.core.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Charges;
import io.sluice.core.Key;
import io.sluice.core.Limit;
import io.sluice.core.RateLimiter;
import io.sluice.core.Together;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several keys in one decision, which other threads use up meanwhile: all are charged or none. */
class ChargesStressTest {
    private static final int THREADS = 4;
    private static final int CAPACITY = 1_000;

    @ParameterizedTest
    @ValueSource(strings = {"1000/day", "1000/day fixed-window", "1000/day sliding-log", "1000/day; 2000/day"})
    void chargesAllKeysOrNone(String limits) {
        Interleavings.untilContended(seen -> {
            BareClock clock = new BareClock();
            RateLimiter wide = limiter(clock, "1000000/day");
            RateLimiter narrow = limiter(clock, limits.split("; "));
            List<long[]> counts = StartTogether.run(THREADS, thread -> {
                long both = 0;
                long narrowOnly = 0;
                Charges together =
                        Charges.of(wide, "user", 1).and(narrow, "all", 1).and(wide, "tenant", 2);
                for (int i = 0; i < CAPACITY; i++) {
                    clock.advanceNanos(1);
                    both += together.tryAcquire().allowed() ? 1 : 0;
                    narrowOnly += narrow.tryAcquire("all").granted();
                    seen.by(thread);
                }
                return new long[] {both, narrowOnly};
            });
            long both = counts.stream().mapToLong(c -> c[0]).sum();
            long narrowOnly = counts.stream().mapToLong(c -> c[1]).sum();
            assertThat(both + narrowOnly).isEqualTo(CAPACITY);
            assertThat(used(wide, "user")).isEqualTo(both);
            assertThat(used(wide, "tenant")).isEqualTo(2 * both);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"1000/day", "1000/day fixed-window", "1000/day sliding-log", "1000/day; 2000/day"})
    void chargesAllLimitersTogetherOrNone(String limits) {
        Interleavings.untilContended(seen -> {
            BareClock clock = new BareClock();
            RateLimiter user = limiter(clock, "1000000/day");
            RateLimiter tenant = limiter(clock, "1000000/day");
            RateLimiter narrow = limiter(clock, limits.split("; "));
            Together together = Together.of(user, tenant, narrow);
            Key all = Key.ofParts(Key.and(Key.parts(), "all"));
            List<long[]> counts = StartTogether.run(THREADS, thread -> {
                long[] keys = new long[3];
                Arrays.fill(keys, Key.and(Key.parts(), "all"));
                long[] permits = {1, 2, 1};
                long both = 0;
                long narrowOnly = 0;
                for (int i = 0; i < CAPACITY; i++) {
                    clock.advanceNanos(1);
                    both += together.tryAcquire(keys, permits).allowed() ? 1 : 0;
                    narrowOnly += narrow.tryAcquire(all).granted();
                    seen.by(thread);
                }
                return new long[] {both, narrowOnly};
            });
            long both = counts.stream().mapToLong(c -> c[0]).sum();
            long narrowOnly = counts.stream().mapToLong(c -> c[1]).sum();
            assertThat(both + narrowOnly).isEqualTo(CAPACITY);
            assertThat(1_000_000 - user.peek(all, 0).remaining()).isEqualTo(both);
            assertThat(1_000_000 - tenant.peek(all, 0).remaining()).isEqualTo(2 * both);
        });
    }

    private static RateLimiter limiter(BareClock clock, String... limits) {
        Limit[] all = List.of(limits).stream().map(Limit::parse).toArray(Limit[]::new);
        return RateLimiter.builder().limits(all).maxKeys(10).clock(clock).build();
    }

    private static long used(RateLimiter limiter, String key) {
        return limiter.limits()[0].capacity() - limiter.peek(key, 0).remaining();
    }
}
