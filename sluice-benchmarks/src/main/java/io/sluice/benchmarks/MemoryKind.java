package io.sluice.benchmarks;

import io.sluice.core.Limit;
import io.sluice.core.RateLimiter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Something that keeps a counter for each key; each key asks {@code asks} times, so that what it remembers is full. */
record MemoryKind(String name, int keys, int asks) {
    private static final int MANY = 1_000_000;
    private static final int FEW = 100_000;
    private static final Rate HOURLY = new Rate(100, Duration.ofHours(1), 100);

    private static final List<String> SLUICE = List.of(
            "100/h",
            "100/h leaky-bucket 100",
            "100/h leaky-queue 100",
            "100/h fixed-window",
            "100/h fixed-window anchored",
            "100/h sliding-window",
            "100/h sub-windows 6",
            "100/h sub-windows 60",
            "100/h; 1000/day; 10000/day");
    private static final Map<String, Integer> LOGS = Map.of("5/h sliding-log", 5, "100/h sliding-log", 100);
    private static final List<String> OTHERS = List.of("Bucket4j", "Resilience4j", "Guava", "Failsafe", "by hand");

    static List<MemoryKind> all() {
        Stream<MemoryKind> sluice = SLUICE.stream().map(limits -> new MemoryKind("Sluice " + limits, MANY, 1));
        Stream<MemoryKind> logs = LOGS.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(log -> new MemoryKind("Sluice " + log.getKey(), FEW, log.getValue()));
        Stream<MemoryKind> others = OTHERS.stream().map(name -> new MemoryKind(name + " in a map", MANY, 1));
        return Stream.of(sluice, logs, others).flatMap(kinds -> kinds).toList();
    }

    boolean isSluice() {
        return name.startsWith("Sluice ");
    }

    RateLimiter newSluice(int maxKeys) {
        String[] texts = name.substring("Sluice ".length()).split("; ", -1);
        Limit[] limits = Stream.of(texts).map(Limit::parse).toArray(Limit[]::new);
        return RateLimiter.builder().limits(limits).maxKeys(maxKeys).build();
    }

    /** Asks for a permit of a key, and holds everything that is kept for it. */
    Predicate<String> newOther() {
        return switch (name) {
            case "Bucket4j in a map" ->
                inMap(() -> Bucket4jBenchmark.newBucket(List.of(HOURLY)), bucket -> bucket.tryConsume(1));
            case "Resilience4j in a map" ->
                inMap(
                        () -> Resilience4jBenchmark.newLimiter("limiter", HOURLY.burst(), HOURLY.period()),
                        limiter -> limiter.reservePermission(1) >= 0);
            case "Guava in a map" -> inMap(() -> GuavaBenchmark.newLimiter(HOURLY), limiter -> limiter.tryAcquire());
            case "Failsafe in a map" ->
                inMap(() -> FailsafeBenchmark.newLimiter(HOURLY), limiter -> limiter.tryAcquirePermit());
            default ->
                inMap(
                        () -> new AtomicLong(System.nanoTime()),
                        arrival -> HandmadeBenchmark.tryAcquire(
                                arrival, HOURLY.intervalNanos(), HOURLY.period().toNanos()));
        };
    }

    private static <L> Predicate<String> inMap(Supplier<L> maker, Predicate<L> tryAcquire) {
        ConcurrentHashMap<String, L> map = new ConcurrentHashMap<>();
        return key -> tryAcquire.test(map.computeIfAbsent(key, absent -> maker.get()));
    }
}
