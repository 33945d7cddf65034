package io.sluice.benchmarks;

import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a bounded table grants too much because it forgets keys, in percent of what is right.
 *
 * <p>In virtual time, twice: as many keys as the table may hold, each asking for twice its limit; and ten times as many keys,
 * few of which come often and most of them rarely. Where keys fall in the table differs from process to process, as hashes do.
 */
public final class BenchEviction {
    private static final int PERMITS = 20;
    private static final Duration PERIOD = Duration.ofMinutes(1);
    private static final double MOST_PERCENT = 0.02;
    private static final long SEED = 20_260_101;

    private final Report report;
    private final int maxKeys;
    private final int tables;
    private final List<Figure> figures = new ArrayList<>();
    /** The number of the next key that no table has seen, so that no two tables are filled alike. */
    private long unseen;

    private BenchEviction(BenchOptions options, Report report) {
        this.report = report;
        this.maxKeys = options.quick() ? 20_000 : 100_000;
        this.tables = options.quick() ? 4 : 2;
    }

    public static void main(String[] args) {
        Report report = new Report(System.out);
        report.figures(run(BenchOptions.parse(args), report));
    }

    static List<Figure> run(BenchOptions options, Report report) {
        return new BenchEviction(options, report).run();
    }

    private List<Figure> run() {
        report.line(
                "%n%-44s %12s %9s %9s %12s",
                "granted too much by eviction", "right", "too much", "percent", "evictions");
        for (String kind : List.of("", " fixed-window", " fixed-window anchored", " sliding-window", " sliding-log")) {
            Limit limit = Limit.parse(PERMITS + "/min" + kind);
            show("full table, " + limit, fullTables(limit));
        }
        int keys = 10 * maxKeys;
        Limit window = Limit.of(PERMITS, PERIOD).fixedWindow();
        Limit bucket = Limit.of(PERMITS, PERIOD);
        show("Zipf, " + window, zipf(window, 10, Unbounded.fixedWindow(keys, PERMITS, PERIOD.toNanos())));
        // A bucket forgets a single request in a twentieth of the period, so it takes more of them to crowd the table.
        show("Zipf, " + bucket, zipf(bucket, 60, Unbounded.tokenBucket(keys, PERMITS, PERIOD.toNanos())));
        return figures;
    }

    /** A table that evicted nothing shows nothing. */
    private void show(String what, Excess excess) {
        report.line(
                "  %-42s %12d %9d %9.4f %12d", what, excess.right, excess.tooMuch, excess.percent(), excess.evictions);
        OptionalDouble percent = excess.evictions > 0 ? OptionalDouble.of(excess.percent()) : OptionalDouble.empty();
        figures.add(new Figure("granted too much, " + what, "%", percent, MOST_PERCENT, false, false));
    }

    private record Excess(long right, long tooMuch, long evictions) {
        double percent() {
            return 100.0 * tooMuch / right;
        }

        Excess plus(Excess other) {
            return new Excess(right + other.right, tooMuch + other.tooMuch, evictions + other.evictions);
        }
    }

    private RateLimiter newLimiter(Limit limit, ManualClock clock) {
        return RateLimiter.builder().limits(limit).maxKeys(maxKeys).clock(clock).build();
    }

    private Excess fullTables(Limit limit) {
        Excess all = new Excess(0, 0, 0);
        for (int i = 0; i < tables; i++) {
            all = all.plus(fullTable(limit));
        }
        return all;
    }

    /** Time stands still, so nothing is earned back. Every round asks for all keys, in another order. */
    private Excess fullTable(Limit limit) {
        RateLimiter limiter = newLimiter(limit, new ManualClock());
        Random random = new Random(SEED);
        long first = unseen;
        unseen += maxKeys;
        List<String> keys = IntStream.range(0, maxKeys)
                .mapToObj(i -> Spelling.SHORT.name(first + i))
                .collect(Collectors.toCollection(ArrayList::new));
        long granted = 0;
        for (int round = 0; round < 2 * PERMITS; round++) {
            Collections.shuffle(keys, random);
            for (String key : keys) {
                granted += limiter.tryAcquire(key).allowed() ? 1 : 0;
            }
        }
        long right = (long) maxKeys * PERMITS;
        return new Excess(right, granted - right, limiter.usage().liveEvictions());
    }

    /** One and a half periods, with so many requests a period for each key the table may hold. */
    private Excess zipf(Limit limit, int requestsPerPlace, Unbounded exact) {
        ManualClock clock = new ManualClock();
        RateLimiter limiter = newLimiter(limit, clock);
        int keys = 10 * maxKeys;
        Zipf zipf = new Zipf(keys, SEED);
        int[] tooMuch = new int[keys];
        long right = 0;
        int requests = requestsPerPlace * maxKeys;
        for (int i = 0; i < requests * 3 / 2; i++) {
            int key = zipf.next();
            boolean expected = exact.tryAcquire(key, clock.nanos());
            boolean granted = limiter.tryAcquire(Spelling.SHORT.name(key)).allowed();
            right += expected ? 1 : 0;
            tooMuch[key] += (granted ? 1 : 0) - (expected ? 1 : 0);
            clock.advanceNanos(PERIOD.toNanos() / requests);
        }
        long excess = Arrays.stream(tooMuch).filter(n -> n > 0).asLongStream().sum();
        return new Excess(right, excess, limiter.usage().liveEvictions());
    }
}
