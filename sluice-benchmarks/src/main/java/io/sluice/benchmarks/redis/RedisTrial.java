package io.sluice.benchmarks.redis;

import com.sun.management.OperatingSystemMXBean;
import io.sluice.benchmarks.redis.ClosedLoop.Outcome;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/** One entrant under one load: every key is introduced, then iterations, of which the first ones only warm up. */
public final class RedisTrial {
    private static final long SEED = 42;
    /** Decisions an iteration, if there is time for so many. */
    private static final long MOST = 15_000_000;

    private final Load load;
    private final Entrant entrant;
    private final List<String> keys;
    private long calls;
    private long grants;

    RedisTrial(Load load, Entrant entrant) {
        this.load = load;
        this.entrant = entrant;
        this.keys = load.keyNames();
    }

    /** In a process of its own: a line for each iteration, or the reason why there is none. */
    public static void main(String[] args) throws InterruptedException {
        RedisTrial trial = new RedisTrial(Load.named(args[1]), Entrant.valueOf(args[2]));
        Schedule schedule = Schedule.parse(args[3]);
        try {
            trial.run(args[0], schedule).forEach(sample -> System.out.println(sample.text()));
            System.exit(0);
        } catch (RejectedException e) {
            System.out.println(e.reason());
            System.exit(1);
        }
    }

    List<Sample> run(String url, Schedule schedule) throws InterruptedException {
        long begin = System.nanoTime();
        RandomGenerator random = new Random(SEED);
        List<Sample> samples = new ArrayList<>();
        try (Contender contender = entrant.open(url, load);
                ServerUse.Meter meter = new ServerUse.Meter(url)) {
            count(ClosedLoop.once(contender, keys, load.inFlight()));
            for (int i = 0; i < schedule.warmups() + schedule.iterations(); i++) {
                Sample sample = iteration(contender, meter, schedule.time(), random.nextInt(keys.size()));
                if (i >= schedule.warmups()) {
                    samples.add(sample);
                }
            }
            if (contender.fallbacks() > 0) {
                throw new RejectedException(contender.fallbacks() + " decisions made without Redis");
            }
        }
        check();
        checkCounters(url, (System.nanoTime() - begin) / 1e9);
        return samples;
    }

    private Sample iteration(Contender contender, ServerUse.Meter meter, Duration time, int first)
            throws InterruptedException {
        ServerUse before = meter.read();
        long clientBefore = processNanos();
        Outcome outcome = ClosedLoop.during(time, contender, keys, load.inFlight(), first, MOST / load.inFlight());
        long client = processNanos() - clientBefore;
        count(outcome);
        return Sample.of(outcome, meter.read().since(before), client);
    }

    private static long processNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private void count(Outcome outcome) {
        calls += outcome.calls();
        grants += outcome.grants();
    }

    private void check() {
        long right = load.passes() ? calls : load.keys();
        if (grants != right) {
            throw new RejectedException(grants + " of " + calls + " decisions allowed, " + right + " would be right");
        }
    }

    private void checkCounters(String url, double seconds) {
        if (entrant.isSluiceOnRedis() && load.passes()) {
            try (StoreContender other = StoreContender.alone(url, entrant.consistency(), load.limit())) {
                CountedInRedis.check(other, load, keys, grants, seconds);
            }
        }
    }

    /** How often, and how long each time. */
    record Schedule(int warmups, int iterations, Duration time) {
        String text() {
            return warmups + "x" + iterations + "x" + time.toMillis();
        }

        static Schedule parse(String text) {
            String[] parts = text.split("x", -1);
            return new Schedule(
                    Integer.parseInt(parts[0]),
                    Integer.parseInt(parts[1]),
                    Duration.ofMillis(Long.parseLong(parts[2])));
        }
    }
}
