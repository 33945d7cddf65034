package io.sluice.core.stress;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A plain map of token buckets of {@link #BURST}, one permit every {@link #INTERVAL}, and a clock. It accepts every refusal, but no grant
 * beyond what there is.
 */
public record TokenBuckets(long now, Map<Object, Long> emptyUntil) implements SequentialSpec {
    public static final long INTERVAL = 1_000;
    public static final int BURST = 2;

    public TokenBuckets() {
        this(0, Map.of());
    }

    @Override
    public SequentialSpec after(String operation, List<Object> arguments, Object answer) {
        return switch (operation) {
            case "advance" -> new TokenBuckets(now + INTERVAL * number(arguments.get(0)), emptyUntil);
            case "tryAcquire" -> number(answer) == 0 ? this : granted(arguments.get(0), number(answer));
            case "refund" -> with(arguments.get(0), used(arguments.get(0)) - INTERVAL * number(arguments.get(1)));
            case "reset" -> with(arguments.get(0), 0);
            default -> throw new IllegalArgumentException(operation);
        };
    }

    private TokenBuckets granted(Object key, long permits) {
        long used = used(key) + INTERVAL * permits;
        return used <= BURST * INTERVAL ? with(key, used) : null;
    }

    private long used(Object key) {
        return Math.max(0, emptyUntil.getOrDefault(key, 0L) - now);
    }

    private TokenBuckets with(Object key, long used) {
        Map<Object, Long> next = new HashMap<>(emptyUntil);
        next.put(key, now + Math.max(0, used));
        return new TokenBuckets(now, next);
    }

    private static long number(Object value) {
        return ((Number) value).longValue();
    }
}
