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
    /** The largest integer of structured fields. */
    private static final long MOST = 999_999_999_999_999L;

    private static final long SECOND = 1_000_000_000;

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
        List<Quota> quotas = quotas(ruling);
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

    private static List<Quota> quotas(Ruling ruling) {
        List<Quota> quotas = new ArrayList<>();
        for (Ruling.Counted counted : ruling.counted()) {
            int number = 1;
            for (Limit limit : counted.limits()) {
                if (!limit.equals(Limit.unlimited())) {
                    String name = counted.rule().name() + (number == 1 ? "" : "." + number);
                    quotas.add(new Quota(name, counted.rule(), limit));
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
        return Math.min(decision.remaining(), binding.most());
    }

    /** How many seconds a refused client has to wait, at least 1; empty where no wait would help. */
    public OptionalLong retryAfterSeconds() {
        return refused && waitNanos != Long.MAX_VALUE ? OptionalLong.of(seconds(waitNanos)) : OptionalLong.empty();
    }

    /** To the nanosecond; meaningful where {@link #retryAfterSeconds} is present. */
    public long retryAfterNanos() {
        return waitNanos;
    }

    /** In how many seconds the remaining permits may be used, or the next one comes: never inviting more than the sustained rate. Empty if never. */
    OptionalLong effectiveSeconds() {
        if (refused) {
            return retryAfterSeconds();
        }
        if (binding.refillsEvenly()) {
            return OptionalLong.of(seconds(binding.nanosFor(Math.max(1, remaining()))));
        }
        long reset = decision.resetAfterNanos();
        return OptionalLong.of(seconds(reset == 0 ? binding.limit().periodNanos() : reset));
    }

    /** In how many seconds the client may go on if refused, or else has its whole quota again. Empty if never. */
    OptionalLong resetSeconds() {
        OptionalLong retryAfter = retryAfterSeconds();
        long reset = decision.resetAfterNanos();
        return retryAfter.isPresent() || reset == Long.MAX_VALUE
                ? retryAfter
                : OptionalLong.of(reset == 0 ? 0 : seconds(reset));
    }

    /** When the client has its whole quota again, in seconds since the epoch. Empty if never. */
    OptionalLong resetEpochSeconds(long wallNanos) {
        long reset = decision.resetAfterNanos();
        return reset > Long.MAX_VALUE - wallNanos ? OptionalLong.empty() : OptionalLong.of(seconds(wallNanos + reset));
    }

    private static long seconds(long nanos) {
        long whole = nanos / SECOND + (nanos % SECOND == 0 ? 0 : 1);
        return Math.min(MOST, Math.max(1, whole));
    }
}
