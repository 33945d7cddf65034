package io.sluice.redis.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What all instances together gave, from a plain list of grants, against what {@link DividedLimits} promises. */
class DividedLimitsPropertyTest {
    private record Grant(long at, long permits) {}

    /** A limit, divided among instances: C permits at once become c for each, by the formula of {@link DividedLimits}. */
    private record Divided(Limit limit, int instances) {
        long atOnce() {
            return instances * Math.max(1, limit.capacity() / instances);
        }
    }

    @ParameterizedTest
    @EnumSource(Limit.Kind.class)
    void holdsItsBound(Limit.Kind kind) {
        Seeded.run(250, random -> {
            Divided divided = draw(random, kind);
            check(divided, grants(divided, random));
        });
    }

    private static Divided draw(Random random, Limit.Kind kind) {
        long permits = 1L + random.nextInt(30);
        Limit rate = Limit.of(permits, Duration.ofMillis(1 + random.nextInt(2_000)));
        long capacity = 1L + random.nextInt(40);
        Limit limit = switch (kind) {
            case TOKEN_BUCKET -> rate.burst(capacity);
            case LEAKY_BUCKET -> rate.leakyBucket(capacity);
            case LEAKY_QUEUE -> rate.leakyQueue(capacity);
            case FIXED_WINDOW -> rate.fixedWindow();
            case ANCHORED_WINDOW -> rate.anchoredWindow();
            case SLIDING_WINDOW -> rate.slidingWindow();
            case SUB_WINDOWS -> rate.subWindows(1 + random.nextInt(10));
            case SLIDING_LOG -> rate.slidingLog();
        };
        return new Divided(limit, 1 + random.nextInt(12));
    }

    /** Everybody asks for more than there is, now at once and now bit by bit. */
    private static List<Grant> grants(Divided divided, Random random) {
        ManualClock clock = new ManualClock();
        List<RateLimiter> instances = Stream.generate(() -> DividedLimits.of(divided.limit, divided.instances))
                .limit(divided.instances)
                .map(share -> RateLimiter.builder().limits(share).clock(clock).build())
                .toList();
        List<Grant> grants = new ArrayList<>();
        for (int step = 0; step < 150; step++) {
            clock.advanceNanos(
                    (long) (divided.limit.periodNanos() * random.nextDouble() / (random.nextInt(6) == 0 ? 0.5 : 10)));
            int asks = random.nextInt(3) == 0 ? 3 * divided.instances : 2;
            for (int i = 0; i < asks; i++) {
                RateLimiter one = instances.get(random.nextInt(divided.instances));
                long granted = random.nextBoolean()
                        ? one.tryAcquireUpTo("ann", 1L + random.nextInt(40)).granted()
                        : one.tryAcquire("ann").granted();
                if (granted > 0) {
                    grants.add(new Grant(clock.nanos(), granted));
                }
            }
        }
        return grants;
    }

    private static void check(Divided divided, List<Grant> grants) {
        assertThat(grants).isNotEmpty();
        long period = divided.limit.periodNanos();
        switch (divided.limit.kind()) {
            case TOKEN_BUCKET, LEAKY_BUCKET, LEAKY_QUEUE -> checkEveryInterval(divided, grants);
            case SUB_WINDOWS, SLIDING_LOG -> checkEveryPeriod(grants, period, divided.atOnce());
            case ANCHORED_WINDOW -> checkEveryPeriod(grants, period, 2 * divided.atOnce());
            case FIXED_WINDOW -> checkEveryWindow(grants, period, divided.atOnce());
            case SLIDING_WINDOW -> checkWeighed(divided, grants);
        }
    }

    private static void checkEveryInterval(Divided divided, List<Grant> grants) {
        Limit limit = divided.limit;
        for (int first = 0; first < grants.size(); first++) {
            long sum = 0;
            for (int last = first; last < grants.size(); last++) {
                sum += grants.get(last).permits;
                long nanos = grants.get(last).at - grants.get(first).at;
                long most = divided.atOnce() + nanos * limit.permits() / limit.periodNanos();
                if (sum > most) {
                    throw new AssertionError(divided + " gave " + sum + " in " + nanos + " ns, not " + most);
                }
            }
        }
    }

    private static void checkEveryPeriod(List<Grant> grants, long period, long most) {
        for (Grant first : grants) {
            assertThat(sum(grants, first.at, first.at + period)).isLessThanOrEqualTo(most);
        }
    }

    private static void checkEveryWindow(List<Grant> grants, long period, long most) {
        for (Grant grant : grants) {
            long start = grant.at - grant.at % period;
            assertThat(sum(grants, start, start + period)).isLessThanOrEqualTo(most);
        }
    }

    private static void checkWeighed(Divided divided, List<Grant> grants) {
        long period = divided.limit.periodNanos();
        checkEveryWindow(grants, period, divided.atOnce());
        for (Grant grant : grants) {
            long start = grant.at - grant.at % period;
            long previous = sum(grants, start - period, start) * (start + period - grant.at) / period;
            assertThat(previous + sum(grants, start, grant.at + 1))
                    .isLessThanOrEqualTo(divided.atOnce() + divided.instances - 1);
        }
    }

    private static long sum(List<Grant> grants, long from, long to) {
        return grants.stream()
                .filter(grant -> grant.at >= from && grant.at < to)
                .mapToLong(Grant::permits)
                .sum();
    }
}
