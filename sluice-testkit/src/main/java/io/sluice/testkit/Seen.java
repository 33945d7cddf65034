package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import java.time.Duration;

/**
 * A store's answer, to be compared with the one worked out by hand. Every comparison is of all the numbers: those it does not
 * name must be zero.
 */
final class Seen {
    /** Where no wait helps. */
    static final Duration NEVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final Decision decision;
    private final long granted;
    private final Duration tick;

    /** {@code granted}: the permits given if it is allowed. */
    Seen(Decision decision, long granted, Duration tick) {
        this.decision = decision;
        this.granted = granted;
        this.tick = tick;
    }

    Decision decision() {
        return decision;
    }

    Seen allowed(long left, long resetMillis) {
        return allowedAfter(0, left, resetMillis);
    }

    Seen allowed(long left, Duration reset) {
        return check("allowed", Duration.ZERO, Duration.ZERO, left, reset, granted);
    }

    Seen allowedAfter(long delayMillis, long left, long resetMillis) {
        return check("allowed", Duration.ofMillis(delayMillis), Duration.ZERO, left, millis(resetMillis), granted);
    }

    Seen refused(long retryMillis, long left, long resetMillis) {
        return refused(millis(retryMillis), left, millis(resetMillis));
    }

    Seen refused(Duration retry, long left, Duration reset) {
        return check("refused", Duration.ZERO, retry, left, reset, 0);
    }

    Seen never(long left, long resetMillis) {
        return never(left, millis(resetMillis));
    }

    Seen never(long left, Duration reset) {
        assertThat(decision.never()).as("never: %s", decision).isTrue();
        return refused(NEVER, left, reset);
    }

    Seen granted(long permits) {
        assertThat(decision.granted()).as("granted by %s", decision).isEqualTo(permits);
        return this;
    }

    /** Refused by a ban. */
    Seen blocked() {
        assertThat(decision.blocked()).as("blocked: %s", decision).isTrue();
        return this;
    }

    /** Which of the limits was binding. */
    Seen by(String limit) {
        Limit expected = Limit.parse(limit);
        assertThat(decision.binding()).isEqualTo(expected);
        assertThat(decision.limit()).isEqualTo(expected.capacity());
        return this;
    }

    private Seen check(String outcome, Duration delay, Duration retry, long left, Duration reset, long given) {
        String expected = line(outcome, delay, roundUp(retry), left, roundUp(reset), given);
        String answer = line(
                decision.allowed() ? "allowed" : "refused",
                decision.delay(),
                decision.retryAfter(),
                decision.remaining(),
                decision.resetAfter(),
                decision.granted());
        assertThat(answer).isEqualTo(expected);
        return this;
    }

    private static String line(
            String outcome, Duration delay, Duration retry, long left, Duration reset, long granted) {
        return outcome + ", delay " + text(delay) + ", retry after " + text(retry) + ", " + left + " left, reset after "
                + text(reset) + ", granted " + granted;
    }

    private static String text(Duration duration) {
        return duration.equals(NEVER) ? "never" : duration.toString();
    }

    private static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }

    /** To what the store can tell: a moment earlier would be too early. */
    private Duration roundUp(Duration exact) {
        if (exact.equals(NEVER)) {
            return exact;
        }
        long rest = exact.toNanos() % tick.toNanos();
        return rest == 0 ? exact : exact.plus(tick).minusNanos(rest);
    }
}
