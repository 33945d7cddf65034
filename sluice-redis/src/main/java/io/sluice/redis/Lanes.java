package io.sluice.redis;

import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import io.sluice.redis.script.Take;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The short way for each set of limits that has one. Limits that were just changed have none as long as something may still be
 * counted under those before: the short way would not carry that over.
 */
final class Lanes {
    private static final long NEVER = Long.MAX_VALUE;

    private record Way(LimitSet limits, Optional<Lane> lane, long changesAt) {}

    private final Function<LimitSet, Lane> newLane;
    private final Map<LimitSet, Way> ways = new ConcurrentHashMap<>();
    private final Map<LimitSet, Lane> lanes = new ConcurrentHashMap<>();
    private volatile Way last = new Way(LimitSet.of("", Limit.unlimited()), Optional.empty(), NEVER);

    Lanes(Function<LimitSet, Lane> newLane) {
        this.newLane = newLane;
    }

    /** Mostly the limits are those that were asked about last. */
    @SuppressWarnings("ReferenceEquality") // equal ones are found in the map
    Optional<Lane> of(LimitSet limits, long now) {
        Way way = last;
        if (way.limits != limits || now >= way.changesAt) {
            way = ways.compute(limits, (same, known) -> way(same, known == null ? NEVER : known.changesAt, now));
            way = new Way(limits, way.lane, way.changesAt);
            last = way;
        }
        return way.lane;
    }

    private Way way(LimitSet limits, long changesAt, long now) {
        LimitSet alone = new LimitSet(limits.name(), limits.limits(), null);
        boolean fits = Take.fits(alone);
        if (fits && limits.previous() != null && (changesAt == NEVER || now < changesAt)) {
            long at = changesAt == NEVER ? later(now, longestLife(limits.previous())) : changesAt;
            return new Way(limits, Optional.empty(), at);
        }
        return new Way(limits, fits ? lane(alone) : Optional.empty(), NEVER);
    }

    /** One for all that come to the same limits. */
    private Optional<Lane> lane(LimitSet alone) {
        return Optional.of(lanes.computeIfAbsent(alone, newLane));
    }

    /** How long what was counted under these limits counts at most; debt beyond that is forgiven. */
    private static long longestLife(LimitSet limits) {
        long longest =
                (long) limits.limits().stream().mapToDouble(Lanes::life).max().orElse(0);
        LimitSet before = limits.previous();
        return Math.max(longest, before == null ? 0 : longestLife(before));
    }

    private static double life(Limit limit) {
        return switch (limit.kind()) {
            case TOKEN_BUCKET, LEAKY_BUCKET, LEAKY_QUEUE ->
                (double) limit.capacity() * limit.periodNanos() / limit.permits();
            default -> 2.0 * limit.periodNanos();
        };
    }

    private static long later(long now, long nanos) {
        return now + nanos < now ? NEVER - 1 : now + nanos;
    }
}
