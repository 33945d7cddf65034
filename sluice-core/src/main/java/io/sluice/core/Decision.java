package io.sluice.core;

import io.sluice.core.algorithm.Gcra;
import java.time.Duration;

/**
 * The answer: allowed or refused, and what the client may be told.
 *
 * <p>Durations are nanoseconds as {@code long}, and {@link Duration}s made when asked for. "Never" is an answer of its own
 * ({@link #never}): where it holds, no wait would help and {@link #retryAfter} says so by the longest duration there is.
 */
public final class Decision {
    private static final long NEVER = Long.MAX_VALUE;
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);
    /** In place of what remains. */
    private static final int BLOCKED = -1;

    private static final int UNDECIDED = -2;
    /**
     * The outcome is how far the word of the only limit, a rate, is ahead of now, or its complement if refused. The rest is
     * computed from that when it is asked for, which mostly it is not.
     */
    static final int BY_WORD = -3;

    private final Limit binding;
    /** Or, if refused, what was asked. */
    private final int granted;

    private final int remaining;
    /** Allowed: the delay. Refused: the one's complement of the wait, so that it is negative. */
    private final long outcome;

    private final long resetAfterNanos;

    Decision(Limit binding, long outcome, long granted, long remaining, long resetAfterNanos) {
        this.binding = binding;
        this.outcome = outcome;
        this.granted = (int) granted;
        this.remaining = (int) remaining;
        this.resetAfterNanos = resetAfterNanos;
    }

    /** For stores: allowed, {@code delayNanos} from now. */
    public static Decision allowed(Limit binding, long granted, long remaining, long resetAfterNanos, long delayNanos) {
        return new Decision(binding, delayNanos, granted, remaining, resetAfterNanos);
    }

    /** For stores: refused; waiting {@link Long#MAX_VALUE} is never. */
    public static Decision refused(Limit binding, long waitNanos, long remaining, long resetAfterNanos) {
        return new Decision(binding, ~waitNanos, 0, remaining, resetAfterNanos);
    }

    /** For stores: refused because of a ban. */
    public static Decision blocked(Limit binding, long waitNanos) {
        return new Decision(binding, ~waitNanos, 0, BLOCKED, waitNanos);
    }

    /** For stores: refused because nobody could look at the counters. Waiting {@link Long#MAX_VALUE} is never. */
    public static Decision undecided(Limit binding, long waitNanos) {
        return new Decision(binding, ~waitNanos, 0, UNDECIDED, waitNanos == NEVER ? 0 : waitNanos);
    }

    public boolean allowed() {
        return outcome >= 0;
    }

    /** The most permits that can be had at once under the {@link #binding} limit. */
    public long limit() {
        return binding.capacity();
    }

    /** Permits given: what was asked, or up to it where the verb says so; 0 when refused. */
    public long granted() {
        return outcome < 0 ? 0 : granted;
    }

    /** Whole permits left, rounded down; with several limits the least. */
    public long remaining() {
        return remaining == BY_WORD ? rate().remainingOf(ahead()) : Math.max(0, remaining);
    }

    /** Whether no wait would help: more was asked than the limit can ever give, or the key is blocked for good. */
    public boolean never() {
        return retryAfterNanos() == NEVER;
    }

    /** Refused because the key is blocked, not because its permits are used up. */
    public boolean blocked() {
        return remaining == BLOCKED;
    }

    /** Refused because the store could not be asked and was told to refuse then: it says nothing about the key. */
    public boolean undecided() {
        return remaining == UNDECIDED;
    }

    /** How long to wait before asking the same again; zero when allowed. */
    public Duration retryAfter() {
        return duration(retryAfterNanos());
    }

    /** Waiting exactly this long succeeds if nobody else takes the permits, a nanosecond less does not. */
    public long retryAfterNanos() {
        if (outcome >= 0) {
            return 0;
        }
        return remaining == BY_WORD ? rate().waitOf(ahead(), 0, granted) : ~outcome;
    }

    /** For the header of that name: whole seconds, rounded up. */
    public long retryAfterSeconds() {
        long nanos = retryAfterNanos();
        return nanos / 1_000_000_000 + (nanos % 1_000_000_000 == 0 ? 0 : 1);
    }

    /** Until everything is as good as new if nothing more is asked. */
    public Duration resetAfter() {
        return duration(resetAfterNanos);
    }

    public long resetAfterNanos() {
        return remaining == BY_WORD ? rate().resetAfterOf(ahead(), 0) : resetAfterNanos;
    }

    /** How long an allowed request has to wait before it may go on: zero unless it queues or was reserved. */
    public Duration delay() {
        return duration(delayNanos());
    }

    public long delayNanos() {
        if (remaining == BY_WORD && outcome >= 0) {
            return granted == 0 ? 0 : rate().delayOf(outcome);
        }
        return Math.max(0, outcome);
    }

    /** The limit that refused, by the longest wait; or, when allowed, the one with the least share left. */
    public Limit binding() {
        return binding;
    }

    /** The delay, or the complement of the wait. */
    long outcome() {
        return outcome < 0 ? ~retryAfterNanos() : delayNanos();
    }

    /** With {@link #BLOCKED} and {@link #UNDECIDED}. */
    long rawRemaining() {
        return remaining == BY_WORD ? remaining() : remaining;
    }

    private Gcra rate() {
        return (Gcra) binding.algorithm();
    }

    private long ahead() {
        return outcome < 0 ? ~outcome : outcome;
    }

    private static Duration duration(long nanos) {
        return nanos == NEVER ? FOREVER : Duration.ofNanos(nanos);
    }

    @Override
    public String toString() {
        return (allowed() ? "allowed" + (delayNanos() > 0 ? " after " + delay() : "") : refusalText()) + ", "
                + remaining() + " of " + limit() + " left, by " + binding;
    }

    private String refusalText() {
        String why = blocked() ? "blocked" : undecided() ? "refused undecided" : "refused";
        return why + (never() ? ", never" : ", retry after " + retryAfter());
    }
}
