package io.sluice.benchmarks.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One entrant under one load: every key is introduced, then it runs and is read at intervals, of which the first ones only warm up. It is not stopped in between:
 * after a stop Java compiles anew what was compiled for the run before, for a fifth of a second, and takes one of two processors for that.
 */
public final class RedisTrial {
    private static final long SEED = 42;
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
        List<Sample> samples;
        try (Contender contender = entrant.open(url, load);
                ServerUse.Meter meter = new ServerUse.Meter(url)) {
            count(ClosedLoop.once(contender, keys, load.inFlight()));
            samples = measure(contender, meter, schedule);
            if (contender.fallbacks() > 0) {
                throw new RejectedException(contender.fallbacks() + " decisions made without Redis");
            }
        }
        check();
        checkCounters(url, (System.nanoTime() - begin) / 1e9);
        return samples;
    }

    private List<Sample> measure(Contender contender, ServerUse.Meter meter, Schedule schedule)
            throws InterruptedException {
        int intervals = schedule.warmups() + schedule.iterations();
        List<Samples> taken = Stream.generate(Samples::new).limit(intervals).toList();
        List<Reading> readings = new ArrayList<>();
        int first = new Random(SEED).nextInt(keys.size());
        ClosedLoop loop =
                new ClosedLoop(contender, keys, load.inFlight(), first, load.mostDecisions() / load.inFlight());
        loop.start();
        do {
            readings.add(Reading.of(loop, meter));
            loop.sampleInto(taken.get(Math.min(readings.size(), intervals) - 1));
        } while (readings.size() <= intervals && loop.runsFor(schedule.time()));
        loop.stop();
        count(loop);
        if (readings.size() <= schedule.warmups() + 1) {
            throw new RejectedException(String.format(
                    Locale.ROOT,
                    "no interval was measured: all %,d decisions that this load has were made within %d intervals",
                    loop.calls(),
                    readings.size()));
        }
        return IntStream.range(schedule.warmups(), readings.size() - 1)
                .mapToObj(i -> Sample.between(readings.get(i), readings.get(i + 1), taken.get(i)))
                .toList();
    }

    private void count(ClosedLoop loop) {
        calls += loop.calls();
        grants += loop.grants();
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

    /** How many intervals, and how long they are. */
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
