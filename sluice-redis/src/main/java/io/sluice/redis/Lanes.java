package io.sluice.redis;

import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import io.sluice.redis.script.Take;
import java.util.ArrayList;
import java.util.List;
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
    /** Limits of one name that are known at a time, the latest: those before them come and go. */
    private static final int MOST_OF_A_NAME = 4;

    private record Way(LimitSet limits, Optional<Lane> lane, long changesAt) {
        boolean isOf(LimitSet asked, long now) {
            return now < changesAt && limits.equals(asked);
        }
    }

    private final Function<LimitSet, Lane> newLane;
    /** By name; those that were asked about last come first. */
    private final Map<String, List<Way>> ways = new ConcurrentHashMap<>();

    private volatile Way last = new Way(LimitSet.of("", Limit.unlimited()), Optional.empty(), NEVER);

    Lanes(Function<LimitSet, Lane> newLane) {
        this.newLane = newLane;
    }

    /** Mostly the limits are those that were asked about last. */
    @SuppressWarnings("ReferenceEquality") // equal ones are found in the map
    Optional<Lane> of(LimitSet limits, long now) {
        Way way = last;
        if (way.limits != limits || now >= way.changesAt) {
            way = known(limits, now);
            last = new Way(limits, way.lane, way.changesAt);
        }
        return way.lane;
    }

    private Way known(LimitSet limits, long now) {
        List<Way> known = ways.get(limits.name());
        if (known == null || !known.get(0).isOf(limits, now)) {
            known = ways.compute(
                    limits.name(), (name, before) -> latest(limits, before == null ? List.of() : before, now));
        }
        return known.get(0);
    }

    /** Limits that had theirs, and have it no more because others were asked about since, wait for those too. */
    private List<Way> latest(LimitSet limits, List<Way> known, long now) {
        if (!known.isEmpty() && known.get(0).isOf(limits, now)) {
            return known;
        }
        List<Way> all = new ArrayList<>();
        long changesAt = NEVER;
        for (Way way : known) {
            if (way.limits.equals(limits)) {
                changesAt = way.changesAt;
            } else if (all.size() < MOST_OF_A_NAME - 1) {
                all.add(way);
            }
        }
        all.add(0, way(limits, changesAt, known, now));
        return all;
    }

    private Way way(LimitSet limits, long changesAt, List<Way> known, long now) {
        LimitSet alone = new LimitSet(limits.name(), limits.limits(), null);
        boolean fits = Take.fits(alone);
        if (fits && limits.previous() != null && (changesAt == NEVER || now < changesAt)) {
            long at = changesAt == NEVER ? later(now, longestLife(limits.previous())) : changesAt;
            return new Way(limits, Optional.empty(), at);
        }
        return new Way(limits, fits ? Optional.of(lane(alone, known)) : Optional.empty(), NEVER);
    }

    /** One for all that come to the same limits. */
    private Lane lane(LimitSet alone, List<Way> known) {
        return known.stream()
                .filter(way -> way.limits.limits().equals(alone.limits()))
                .flatMap(way -> way.lane.stream())
                .findFirst()
                .orElseGet(() -> newLane.apply(alone));
    }

    /** Who is on a way of this name goes on there. */
    void forget(String name) {
        ways.remove(name);
    }

    /** Limits that are known. */
    int size() {
        return ways.values().stream().mapToInt(List::size).sum();
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
