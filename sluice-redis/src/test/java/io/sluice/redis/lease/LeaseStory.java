package io.sluice.redis.lease;

import io.sluice.core.Answer;
import io.sluice.core.AsyncCharges;
import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.Question;
import io.sluice.core.Question.Verb;
import io.sluice.core.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;

/** Instances that share one limit under bad conditions, drawn from a seed; what they granted is written down. */
final class LeaseStory {
    static final long VALID_NANOS = 100_000_000;
    private static final String KEY = "k";
    private static final int STEPS = 40;

    /** One process, until it dies: what is answered to it afterwards is used by nobody. */
    private final class Instance {
        final Wire wire;
        final AsyncRateLimiter limiter;
        final AsyncRateLimiter wide;
        boolean alive = true;

        Instance() {
            wire = new Wire(remote, clock, random, weather, LeaseStory.this::decided);
            Store store = leased.apply(wire, told);
            limiter = store.limiter("limited", limit);
            wide = store.limiter("wide", Limit.perSecond(1_000_000));
        }

        void burst(int requests) {
            for (int i = 0; i < requests; i++) {
                ask(random.nextInt(12) == 0 ? 2 + random.nextInt(4) : 1);
            }
        }

        void ask(long permits) {
            limiter.tryAcquire(KEY, permits).thenAccept(decision -> {
                boolean counted = !decision.allowed() || wire.delivers(Verb.TRY_ACQUIRE);
                if (alive && !counted) {
                    grants.add(clock.nanos(), permits);
                }
            });
        }

        /** Several keys in one decision: never from a lease. */
        void together(int requests) {
            for (int i = 0; i < requests; i++) {
                var unused = AsyncCharges.of(limiter, KEY, 1).and(wide, "w", 1).tryAcquire();
            }
        }
    }

    final Limit limit;
    final Grants grants = new Grants();
    private final ManualClock clock = new ManualClock(1_760_000_000_000_000_000L);

    private final Store remote = Store.memory(clock);
    private final Random random;
    private final Wire.Weather weather;
    private final BiFunction<Store, Integer, Store> leased;
    private final int told;
    private final boolean mixed;
    private final List<Instance> instances = new ArrayList<>();

    /** {@code leased}: makes the store of an instance from the way to the shared one and the number of instances. */
    LeaseStory(long seed, BiFunction<Store, Integer, Store> leased) {
        this.random = new Random(seed);
        this.leased = leased;
        int burst = 16 + random.nextInt(random.nextBoolean() ? 50 : 400);
        double[] shares = {1, 0.5, 0.2, 0.1};
        double share = shares[random.nextInt(shares.length)];
        long perSecond = Math.max(1, (long) (share * burst / 4 * 1_000_000_000 / VALID_NANOS));
        this.limit = Limit.perSecond(perSecond).burst(burst);
        int lost = random.nextInt(3) == 0 ? 30 : 0;
        this.weather = new Wire.Weather(
                drawn(0, 0, 2_000_000, 60_000_000),
                drawn(0, 2_000_000, 40_000_000, 90_000_000, 150_000_000),
                lost,
                lost);
        int count = 1 + random.nextInt(4);
        this.told = random.nextBoolean() ? count : 1;
        this.mixed = random.nextInt(3) == 0;
        for (int i = 0; i < count; i++) {
            instances.add(new Instance());
        }
    }

    private long drawn(long... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** What is decided for one caller counts when it is decided; what is taken ahead when it is used. */
    private void decided(Question question, Answer answer) {
        if (question.verb() == Verb.TRY_ACQUIRE && answer.decision().allowed()) {
            question.charges().stream()
                    .filter(charge -> charge.limits().name().equals("limited"))
                    .forEach(charge -> grants.add(clock.nanos(), charge.permits()));
        }
    }

    LeaseStory play() {
        for (int i = 0; i < STEPS; i++) {
            int who = random.nextInt(instances.size());
            if (random.nextInt(40) == 0) {
                instances.get(who).alive = false;
                instances.set(who, new Instance());
            }
            switch (random.nextInt(12)) {
                case 0 -> everybodyAsks();
                case 1 -> hoard();
                case 2 -> useALateAnswer();
                default -> ask(instances.get(who), 1 + random.nextInt(8));
            }
            clock.advanceNanos(pause());
        }
        return this;
    }

    private void everybodyAsks() {
        instances.forEach(one -> ask(one, 2 * (int) limit.capacity()));
    }

    /** The worst that can be done with leases: as many permits ahead as possible, held as long as possible, and then everything used at once. */
    private void hoard() {
        clock.advanceNanos(fillNanos());
        Instance one = instances.get(random.nextInt(instances.size()));
        long wanted = 1L + random.nextInt((int) limit.capacity() / 8);
        long before = one.wire.slices();
        one.wire.setPace(Wire.Pace.QUICK);
        askUntil(one, () -> one.wire.slices() > before && one.wire.lastSlice() >= wanted);
        clock.advanceNanos(2);
        one.wire.setPace(Wire.Pace.AS_DRAWN);
        clock.advanceNanos((long) (random.nextDouble() * (VALID_NANOS + weather.slowestAnswer())));
        one.burst((int) limit.capacity());
        instances.get(random.nextInt(instances.size())).together((int) limit.capacity());
    }

    /**
     * The worst that can be done with a late answer: a slice that is somewhat larger than what a lease earns stays on its way for as long as
     * possible, is then kept for as long as a lease is valid, and used together with all that was earned back meanwhile.
     */
    private void useALateAnswer() {
        clock.advanceNanos(fillNanos() + VALID_NANOS);
        Instance one = instances.get(random.nextInt(instances.size()));
        long wanted = Grants.earned(limit, VALID_NANOS) / 3 + 1;
        long before = one.wire.slices();
        one.wire.setPace(Wire.Pace.QUICK);
        askUntil(one, () -> one.wire.slices() > before && one.wire.lastSlice() >= wanted);
        clock.advanceNanos(2);
        one.wire.setPace(Wire.Pace.LATE_ANSWERS);
        long quick = one.wire.slices();
        askUntil(one, () -> one.wire.slices() > quick);
        clock.advanceNanos(Wire.VERY_LATE_NANOS + 2);
        one.wire.setPace(Wire.Pace.AS_DRAWN);
        clock.advanceNanos(VALID_NANOS - VALID_NANOS / 50);
        one.burst((int) limit.capacity());
        instances.get(random.nextInt(instances.size())).together((int) limit.capacity());
    }

    private void askUntil(Instance one, BooleanSupplier enough) {
        for (int i = 0; i < limit.capacity() && !enough.getAsBoolean(); i++) {
            one.ask(1);
            clock.advanceNanos(i % 4 == 3 ? 40_000 : 0);
        }
    }

    private long fillNanos() {
        return limit.capacity() * limit.periodNanos() / limit.permits();
    }

    private void ask(Instance one, int requests) {
        if (mixed && random.nextInt(3) == 0) {
            one.together(requests);
        } else {
            one.burst(requests);
        }
    }

    /** Often nothing much, sometimes just as long as a lease is valid, now and then until everything is as good as new. */
    private long pause() {
        return switch (random.nextInt(8)) {
            case 0 -> (long) (random.nextDouble() * VALID_NANOS);
            case 1 -> VALID_NANOS - 1 - random.nextInt(20_000_000);
            case 2 -> (long) (random.nextDouble() * 2 * limit.capacity() * limit.periodNanos() / limit.permits());
            default -> random.nextInt(3_000_000);
        };
    }

    long excess() {
        return grants.excess(limit);
    }

    static Store asShipped(Store wire, int told) {
        return new LeasedStore(wire, () -> told, Duration.ofNanos(VALID_NANOS), 100);
    }

    @Override
    public String toString() {
        return limit + " for " + instances.size() + " instances, told " + told + ", " + weather
                + (mixed ? ", mixed" : "");
    }
}
