package io.sluice.server.api;

import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import io.sluice.rules.Cost;
import io.sluice.rules.Rule;
import io.sluice.rules.Ruling;
import io.sluice.rules.WhenLimited;
import io.sluice.rules.match.Match;
import java.util.List;
import java.util.Map;

/** Limits that questions bring along under one name, and the rule that they amount to. */
public final class Given {
    /** Whoever was given one asks the store within this time. */
    private static final long LEAST_NANOS = 60_000_000_000L;

    private final LimitSet limits;
    private final Rule rule;
    private final List<Ruling.Counted> counted;
    private final long recoveryNanos;
    private final long sinceNanos;
    private long usedNanos;

    private Given(LimitSet limits, long sinceNanos) {
        this.limits = limits;
        this.sinceNanos = sinceNanos;
        this.rule = rule(limits);
        this.counted = List.of(new Ruling.Counted(rule, limits.limits()));
        this.recoveryNanos =
                limits.limits().stream().mapToLong(Given::recoveryNanos).max().orElse(0);
    }

    /** {@code nanos}: since when these limits hold. */
    static Given of(LimitSet limits, long nanos) {
        return new Given(limits, nanos);
    }

    /** After how long without questions nothing that was used counts any more, at the latest. */
    private static long recoveryNanos(Limit limit) {
        if (limit.permits() == 0 && limit.capacity() > 0) {
            return Long.MAX_VALUE;
        }
        double periods = switch (limit.kind()) {
            case TOKEN_BUCKET, LEAKY_BUCKET, LEAKY_QUEUE ->
                1 + limit.capacity() / (double) Math.max(1, limit.permits());
            default -> 2;
        };
        return (long) (periods * limit.periodNanos());
    }

    private static Rule rule(LimitSet limits) {
        String name = limits.name();
        return new Rule(
                name.substring(name.indexOf(':') + 1),
                Match.EVERYTHING,
                List.of(),
                Map.of(Rule.EVERY_PLAN, limits.limits()),
                Map.of(),
                Cost.ONE,
                new WhenLimited.Refuse(),
                null,
                Rule.Mode.ENFORCE,
                0,
                null,
                100,
                null,
                Map.of());
    }

    LimitSet limits() {
        return limits;
    }

    Rule rule() {
        return rule;
    }

    List<Ruling.Counted> counted() {
        return counted;
    }

    long sinceNanos() {
        return sinceNanos;
    }

    void usedAt(long nanos) {
        usedNanos = nanos;
    }

    boolean isAsGoodAsNew(long now) {
        return now - usedNanos >= Math.max(LEAST_NANOS, recoveryNanos);
    }
}
