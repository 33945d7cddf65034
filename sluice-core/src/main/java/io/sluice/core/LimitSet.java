package io.sluice.core;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a limiter, and its name: what a store knows its counters by.
 *
 * @param previous the limits before they were changed last, so that what was used can be carried over; null if they never were. It may have
 *     a previous one itself: what nobody asked about in between is still counted under that
 */
public record LimitSet(
        String name, List<Limit> limits, @Nullable LimitSet previous) {
    private static final int MOST_KEPT = 3;

    public LimitSet {
        Objects.requireNonNull(name, "name");
        limits = List.copyOf(limits);
        if (limits.isEmpty()) {
            throw new IllegalArgumentException("at least one limit is needed, such as Limit.perMinute(100)");
        }
    }

    public static LimitSet of(String name, Limit... limits) {
        return new LimitSet(name, List.of(limits), null);
    }

    /** Other limits, under which what was used under these still counts, and under the few before them. */
    public LimitSet changedTo(Limit... others) {
        return new LimitSet(name, List.of(others), upTo(MOST_KEPT));
    }

    private LimitSet upTo(int depth) {
        return new LimitSet(name, limits, previous == null || depth == 1 ? null : previous.upTo(depth - 1));
    }

    /** More than this is never allowed. */
    public long mostAtOnce() {
        return limits.stream().mapToLong(Limit::capacity).min().orElse(0);
    }
}
