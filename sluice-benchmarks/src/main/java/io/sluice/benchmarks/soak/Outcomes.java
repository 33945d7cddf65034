package io.sluice.benchmarks.soak;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** How often each kind of client has seen what. Safe for many threads. */
final class Outcomes {
    private final Map<String, Map<String, LongAdder>> counts = new ConcurrentHashMap<>();

    void count(String client, String outcome) {
        counts.computeIfAbsent(client, name -> new ConcurrentHashMap<>())
                .computeIfAbsent(outcome, name -> new LongAdder())
                .increment();
    }

    void status(String client, int status) {
        count(client, Integer.toString(status));
    }

    /** By client, then by outcome, in the order of their names. */
    Map<String, Map<String, Long>> all() {
        Map<String, Map<String, Long>> all = new TreeMap<>();
        counts.forEach((client, outcomes) -> {
            Map<String, Long> sums = new TreeMap<>();
            outcomes.forEach((outcome, count) -> sums.put(outcome, count.sum()));
            all.put(client, sums);
        });
        return all;
    }
}
