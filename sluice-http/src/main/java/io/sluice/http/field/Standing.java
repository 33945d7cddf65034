package io.sluice.http.field;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.rules.Rule;
import io.sluice.rules.Ruling;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How a client stands: every limit that counted, and what is left of the binding one. All dialects are written from it; what is left is rounded
 * down, waiting times are rounded up.
 */
public final class Standing {
    private final List<Quota> quotas;
    private final Quota binding;
    private final Decision decision;
    private final boolean refused;
    private final long waitNanos;

    private Standing(List<Quota> quotas, Quota binding, Decision decision, boolean refused, long waitNanos) {
        this.quotas = quotas;
        this.binding = binding;
        this.decision = decision;
        this.refused = refused;
        this.waitNanos = waitNanos;
    }

    /** Null where no limit counted: there is nothing to tell. */
    public static @Nullable Standing of(Ruling ruling) {
        boolean refused = !ruling.outcome().passes();
        Decision decision = ruling.decision();
        return decision == null ? null : of(ruling, decision, refused, decision.retryAfterNanos());
    }

    /** Of a request that would have to wait, where nobody can: refused for that long. */
    public static @Nullable Standing refusedInsteadOfDelayed(Ruling ruling) {
        Decision decision = ruling.decision();
        return decision == null ? null : of(ruling, decision, true, ruling.delayNanos());
    }

    private static @Nullable Standing of(Ruling ruling, Decision decision, boolean refused, long waitNanos) {
        List<Quota> quotas = quotas(ruling.counted());
        if (quotas.isEmpty()) {
            return null;
        }
        Quota binding = binding(quotas, decision.binding(), ruling.rule());
        return new Standing(quotas, binding, decision, refused, waitNanos);
    }

    /** The limit that decided, if it is one of the rule's that answers; else that rule's first. */
    @SuppressWarnings("ReferenceEquality") // two rules may have equal limits
    private static Quota binding(List<Quota> quotas, Limit limit, @Nullable Rule rule) {
        List<Quota> answering =
                quotas.stream().filter(quota -> quota.rule() == rule).toList();
        List<Quota> candidates = answering.isEmpty() ? quotas : answering;
        return candidates.stream()
                .filter(quota -> quota.limit() == limit)
                .findFirst()
                .orElse(candidates.get(0));
    }

    static List<Quota> quotas(List<Ruling.Counted> all) {
        List<Quota> quotas = new ArrayList<>();
        WindowEnds windows = WindowEnds.of(
                all.stream().flatMap(counted -> counted.limits().stream()).toList());
        for (Ruling.Counted counted : all) {
            int number = 1;
            for (Limit limit : counted.limits()) {
                if (!limit.equals(Limit.unlimited())) {
                    String name = counted.rule().name() + (number == 1 ? "" : "." + number);
                    quotas.add(new Quota(name, counted.rule(), limit, windows));
                }
                number++;
            }
        }
        return quotas;
    }

    List<Quota> quotas() {
        return quotas;
    }

    Quota binding() {
        return binding;
    }

    /** The rule whose limit is binding. */
    public Rule rule() {
        return binding.rule();
    }

    /** The limit that is binding. */
    public Limit limit() {
        return binding.limit();
    }

    /** The binding limit's name in the fields. */
    public String name() {
        return binding.name();
    }

    public boolean refused() {
        return refused;
    }

    /** Whole permits left. */
    public long remaining() {
        return Gap.REMAINING.value(binding, decision, 0);
    }

    /** How many seconds a refused client has to wait, at least 1; empty where no wait would help. */
    public OptionalLong retryAfterSeconds() {
        return refused && waitNanos != Long.MAX_VALUE ? OptionalLong.of(Seconds.of(waitNanos)) : OptionalLong.empty();
    }

    /** To the nanosecond; meaningful where {@link #retryAfterSeconds} is present. */
    public long retryAfterNanos() {
        return waitNanos;
    }

    /** Refused because it was blocked, not because its permits are used up. */
    public boolean blocked() {
        return refused && decision.blocked();
    }

    /** When a {@link #blocked} client may go on again, in seconds since the epoch, rounded up; empty where it is not blocked, or for ever. */
    public OptionalLong blockedUntilEpochSeconds(long wallNanos) {
        return blocked() && waitNanos <= Long.MAX_VALUE - wallNanos
                ? OptionalLong.of(Seconds.of(wallNanos + waitNanos))
                : OptionalLong.empty();
    }

    /** In how many seconds the remaining permits may be used, or the next one comes: never inviting more than the sustained rate. Empty if never. */
    OptionalLong effectiveSeconds() {
        return refused ? retryAfterSeconds() : OptionalLong.of(Gap.USABLE.value(binding, decision, 0));
    }

    /** In how many seconds the client may go on if refused, or else has its whole quota again. Empty if never. */
    OptionalLong resetSeconds() {
        OptionalLong retryAfter = retryAfterSeconds();
        return retryAfter.isPresent() ? retryAfter : unlessNever(Gap.RESET.value(binding, decision, 0));
    }

    /** When the client has its whole quota again, in seconds since the epoch. Empty if never. */
    OptionalLong resetEpochSeconds(long wallNanos) {
        return unlessNever(Gap.RESET_EPOCH.value(binding, decision, wallNanos));
    }

    private static OptionalLong unlessNever(long seconds) {
        return seconds == Gap.NEVER ? OptionalLong.empty() : OptionalLong.of(seconds);
    }
}
