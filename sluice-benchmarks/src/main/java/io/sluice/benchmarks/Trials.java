package io.sluice.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Everything that is measured, scenario by scenario. */
final class Trials {
    static final String SLUICE = "Sluice";
    static final String HASHED = "Sluice, Key hashed before";
    static final String KEPT = "Sluice, Decision kept";
    static final String BATCH = "Sluice, Batch of 16";
    static final String GATE = "Sluice Gate";
    static final String LEASED = "Sluice LeasedGate";
    static final String BUCKET4J = "Bucket4j";
    static final String HANDMADE = "by hand";
    static final String FLOOR = "the floor: clock and one line of memory";

    private static final int FEW = 100_000;
    private static final int MANY = 1_000_000;

    private final List<Trial> trials = new ArrayList<>();

    private Trials() {}

    static List<Trial> all() {
        Trials all = new Trials();
        for (int keys : List.of(FEW, MANY)) {
            for (Traffic traffic : List.of(Traffic.ALLOWED, Traffic.REFUSED)) {
                all.keyed(keys, traffic, 1);
                all.keyed(keys, traffic, 2);
            }
        }
        all.fleeting();
        for (int threads : List.of(1, 2)) {
            all.threeLimits(threads);
            all.single(threads);
        }
        return List.copyOf(all.trials);
    }

    static String keyedScenario(int keys, Traffic traffic, int threads) {
        String count = keys == MANY ? "1M" : keys / 1_000 + "k";
        return count + " keys, " + traffic.name().toLowerCase(Locale.ROOT) + ", " + threads(threads);
    }

    static String threeLimitsScenario(int threads) {
        return "3 limits on each of 100k keys, " + threads(threads);
    }

    static String singleScenario(int threads) {
        return "one counter, " + threads(threads);
    }

    private static String threads(int threads) {
        return threads == 1 ? "1 thread" : threads + " threads";
    }

    private void keyed(int keys, Traffic traffic, int threads) {
        Map<String, String> methods = new LinkedHashMap<>();
        methods.put(SLUICE, "SluiceBenchmark.keyed");
        methods.put(BUCKET4J, "Bucket4jBenchmark.keyed");
        methods.put(HASHED, "SluiceBenchmark.hashed");
        if (keys == MANY && threads == 1) {
            methods.put(BATCH, "SluiceBenchmark.batch");
        }
        if (keys == FEW && threads == 1) {
            methods.put(KEPT, "SluiceBenchmark.kept");
        }
        methods.put("Resilience4j", "Resilience4jBenchmark.keyed");
        methods.put("Guava", "GuavaBenchmark.keyed");
        methods.put("Failsafe", "FailsafeBenchmark.keyed");
        methods.put(HANDMADE, "HandmadeBenchmark.keyed");
        if (keys == MANY && threads == 1) {
            methods.put(FLOOR, "FloorBenchmark.keyed");
        }
        addKeyed(keyedScenario(keys, traffic, threads), methods, keys, traffic, threads);
    }

    /** Whether a table pays for keys that leave no trace. */
    private void fleeting() {
        Map<String, String> methods = Map.of(SLUICE, "SluiceBenchmark.keyed", BUCKET4J, "Bucket4jBenchmark.keyed");
        addKeyed(keyedScenario(FEW, Traffic.FLEETING, 1), methods, FEW, Traffic.FLEETING, 1);
    }

    private void threeLimits(int threads) {
        Map<String, String> methods =
                Map.of(SLUICE, "SluiceBenchmark.threeLimits", BUCKET4J, "Bucket4jBenchmark.threeLimits");
        addKeyed(threeLimitsScenario(threads), methods, FEW, Traffic.ALLOWED, threads);
    }

    private void addKeyed(String scenario, Map<String, String> methods, int keys, Traffic traffic, int threads) {
        Map<String, String> params = Map.of("keys", Integer.toString(keys), "traffic", traffic.name());
        methods.forEach((contender, method) -> trials.add(new Trial(scenario, contender, method, threads, params)));
    }

    private void single(int threads) {
        Map<String, String> methods = new LinkedHashMap<>();
        methods.put(GATE, "GateBenchmark.gate");
        methods.put(HANDMADE, "HandmadeBenchmark.single");
        methods.put(BUCKET4J, "Bucket4jBenchmark.single");
        methods.put(LEASED, "GateBenchmark.leasedGate");
        methods.put("Resilience4j", "Resilience4jBenchmark.single");
        methods.put("Guava", "GuavaBenchmark.single");
        methods.put("Failsafe", "FailsafeBenchmark.single");
        methods.forEach((contender, method) ->
                trials.add(new Trial(singleScenario(threads), contender, method, threads, Map.of())));
    }
}
