package io.sluice.benchmarks.redis;

import io.sluice.core.Limit;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What is asked for, and under which limit.
 *
 * @param keys how many, all asked for equally often
 * @param inFlight how many decisions are under way at any time
 * @param permits per period; the burst says whether that is enough
 */
record Load(String name, int keys, int inFlight, long permits, Duration period, long burst) {
    private static final int MANY = 100_000;

    /** Earned back slowly, so that keys stay in Redis. No run asks for as many permits as the burst has. */
    private static Load allowed(String name, int keys, int inFlight) {
        return new Load(name, keys, inFlight, 10, Duration.ofMinutes(1), 150_000_000);
    }

    /** One key gets all the decisions, tens of millions a second where they are made in memory. */
    private static Load allowedOnOneKey(String name, int inFlight) {
        return new Load(name, 1, inFlight, 1_000, Duration.ofMinutes(1), Integer.MAX_VALUE);
    }

    static final Load MANY_KEYS = allowed("100k keys, allowed, 64 in flight", MANY, 64);
    static final Load MANY_KEYS_16 = allowed("100k keys, allowed, 16 in flight", MANY, 16);
    static final Load MANY_KEYS_1 = allowed("100k keys, allowed, one at a time", MANY, 1);
    static final Load HOT_KEY = allowedOnOneKey("one hot key, allowed, 64 in flight", 64);
    static final Load HOT_KEY_REFUSED =
            new Load("one hot key, refused, 64 in flight", 1, 64, 1, Duration.ofHours(1), 1);

    static final List<Load> ALL = List.of(MANY_KEYS, MANY_KEYS_16, MANY_KEYS_1, HOT_KEY, HOT_KEY_REFUSED);

    static Load named(String name) {
        return ALL.stream().filter(load -> load.name.equals(name)).findFirst().orElseThrow();
    }

    Load withKeys(int others) {
        return new Load(name, others, inFlight, permits, period, burst);
    }

    Limit limit() {
        return Limit.of(permits, period).burst(burst);
    }

    long intervalMicros() {
        return period.toNanos() / 1_000 / permits;
    }

    /** Whether the limit allows everything, rather than the first permit of a key only. */
    boolean passes() {
        return burst > 1;
    }

    /** Decisions that a run may make: a tenth of the burst stays unused. Refusals have no such bound. */
    long mostDecisions() {
        return passes() ? burst - burst / 10 : Long.MAX_VALUE;
    }

    List<String> keyNames() {
        return IntStream.range(0, keys).mapToObj(i -> "user:" + (1_000_000 + i)).toList();
    }
}
