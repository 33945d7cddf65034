package io.sluice.redis.lease;

import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Instances that decide by themselves and report, drawn from a seed; what they granted is written down. */
final class EventualStory {
    static final long INTERVAL_NANOS = 100_000_000;
    private static final String KEY = "k";
    private static final int STEPS = 60;

    final Limit limit;
    private final int count;
    private final boolean lossy;
    private int lives;
    private final int told;
    final Grants grants = new Grants();
    private final ManualClock clock = new ManualClock(1_760_000_000_000_000_000L);
    private final Store remote = Store.memory(clock);
    private final Random random;
    private final Wire.Weather weather;
    private final boolean deaf;
    private final List<AsyncRateLimiter> instances = new ArrayList<>();

    /** {@code deaf}: broken, because no answer ever arrives. */
    EventualStory(long seed, boolean deaf) {
        this.random = new Random(seed);
        this.deaf = deaf;
        int burst = 8 + random.nextInt(300);
        double[] perBurst = {0.1, 0.5, 1, 4};
        this.limit = Limit.perSecond(Math.max(1, (long) (burst * perBurst[random.nextInt(4)])))
                .burst(burst);
        long[] slowest = {0, 2_000_000, 40_000_000, 150_000_000};
        this.lossy = random.nextInt(3) == 0;
        int lost = deaf ? 1 : lossy ? 25 : 0;
        this.weather = new Wire.Weather(slowest[random.nextInt(4)], slowest[random.nextInt(4)], 0, lost);
        this.count = 1 + random.nextInt(5);
        this.told = random.nextBoolean() ? count : 1;
        for (int i = 0; i < count; i++) {
            instances.add(newInstance());
        }
    }

    private AsyncRateLimiter newInstance() {
        lives++;
        Wire wire = new Wire(remote, clock, random, weather, (question, answer) -> {});
        return new EventualStore(wire, () -> told, Duration.ofNanos(INTERVAL_NANOS), 100).limiter("limited", limit);
    }

    EventualStory play() {
        for (int i = 0; i < STEPS; i++) {
            if (lossy && random.nextInt(40) == 0) {
                instances.set(random.nextInt(count), newInstance());
            }
            if (random.nextInt(3) == 0) {
                everybodyAtFullLoad();
            } else {
                ask(instances.get(random.nextInt(count)), 1 + random.nextInt((int) limit.capacity()));
            }
            clock.advanceNanos(pause());
        }
        return this;
    }

    private void everybodyAtFullLoad() {
        for (int i = 0; i < 20; i++) {
            instances.forEach(one -> ask(one, (int) limit.capacity() / 4 + 2));
            clock.advanceNanos(random.nextInt(30_000_000));
        }
    }

    private void ask(AsyncRateLimiter one, int requests) {
        for (int i = 0; i < requests; i++) {
            one.tryAcquire(KEY).thenAccept(decision -> {
                if (decision.allowed()) {
                    grants.add(clock.nanos(), 1);
                }
            });
        }
    }

    private long pause() {
        return switch (random.nextInt(6)) {
            case 0 -> (long) (random.nextDouble() * 2 * limit.capacity() * limit.periodNanos() / limit.permits());
            case 1 -> random.nextInt((int) INTERVAL_NANOS);
            default -> random.nextInt(3_000_000);
        };
    }

    /**
     * What is promised: (m - 1)·(burst + rate·d). d is an interval, the way there and back, and again where permits were lacking; where answers get
     * lost, an instance gives up on one after ten intervals. One that begins anew is one more, and what the dead one did not report was granted besides.
     */
    long promised() {
        long roundTrip = 2 * (weather.slowestQuestion() + weather.slowestAnswer()) + 10;
        long d = (lossy ? 22 : 1) * INTERVAL_NANOS + roundTrip;
        return (lives - 1) * (limit.capacity() + Grants.earned(limit, d) + 1);
    }

    long excess() {
        return grants.excess(limit);
    }

    @Override
    public String toString() {
        return limit + " for " + count + " instances, told " + told + ", " + weather + (deaf ? ", deaf" : "");
    }
}
