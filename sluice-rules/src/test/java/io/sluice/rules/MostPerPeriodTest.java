package io.sluice.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said to be the most is reached by some client, and exceeded by none. */
class MostPerPeriodTest {
    private static final long PERIOD = 12_000;
    private static final int CLIENTS = 4_000;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1/12us",
                "3/12us",
                "3/12us burst 1",
                "2/12us burst 5",
                "3/12us leaky-bucket 2",
                "3/12us leaky-queue 4",
                "1/12us leaky-queue 3",
                "1/12us fixed-window",
                "3/12us fixed-window",
                "1/12us fixed-window anchored",
                "3/12us fixed-window anchored",
                "1/12us sliding-window",
                "3/12us sliding-window",
                "3/12us sub-windows 3",
                "1/12us sliding-log",
                "3/12us sliding-log"
            })
    void isReachedAndNeverExceeded(String text) {
        Limit limit = Limit.parse(text);
        long most = 0;
        for (int seed = 0; seed < CLIENTS; seed++) {
            most = Math.max(most, mostInAPeriod(passed(limit, new Random(seed))));
        }
        assertThat(most).isEqualTo(MostPerPeriod.of(limit).getAsLong());
    }

    @Test
    void isNotSaidWhereWindowsDifferInLength() {
        assertThat(MostPerPeriod.of(Limit.parse("100/month"))).isEmpty();
        assertThat(MostPerPeriod.of(Limit.parse("100/day fixed-window Europe/Berlin")))
                .isEmpty();
        assertThat(MostPerPeriod.of(Limit.parse("15/s"))).hasValue(29);
    }

    /** When permits passed, for a client that asks at moments where something may change, and some it leaves out. */
    private static List<Long> passed(Limit limit, Random random) {
        TreeSet<Long> moments = new TreeSet<>();
        for (int i = 0; i <= 12 * 5; i++) {
            for (long around = -1; around <= 1; around++) {
                moments.add(Math.max(0, i * PERIOD / 12 + around));
            }
        }
        double asked = random.nextBoolean() ? random.nextDouble() : 3.0 / moments.size();
        long from = random.nextInt(3) * PERIOD / 2;
        ManualClock clock = new ManualClock(0);
        RateLimiter limiter = RateLimiter.builder().clock(clock).limits(limit).build();
        List<Long> passed = new ArrayList<>();
        for (long moment : moments) {
            clock.moveTo(moment);
            boolean once = passed.isEmpty() && random.nextBoolean();
            if (moment >= from && random.nextDouble() < asked) {
                ask(limiter, moment, once ? 1 : 20, passed);
            }
        }
        return passed;
    }

    private static void ask(RateLimiter limiter, long moment, int times, List<Long> passed) {
        for (int i = 0; i < times; i++) {
            Decision decision = limiter.tryAcquire("client");
            if (!decision.allowed()) {
                return;
            }
            passed.add(moment + decision.delayNanos());
        }
    }

    private static long mostInAPeriod(List<Long> passed) {
        long most = 0;
        for (long start : passed) {
            most = Math.max(
                    most,
                    passed.stream()
                            .filter(at -> at >= start && at < start + PERIOD)
                            .count());
        }
        return most;
    }
}
