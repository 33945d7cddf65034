package io.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Decision;
import java.util.List;

/** What is expected of a decision: allowed, refused, limit=, granted=, remaining=, remaining.limit=, retry=, seconds=, reset=, delay=, before=. */
record Expectation(String name, String value) {
    static Expectation parse(String text) {
        String[] halves = text.split("=", 2);
        return new Expectation(halves[0], halves.length == 1 ? "" : halves[1]);
    }

    void check(Decision decision, long before, List<Target> targets) {
        switch (name) {
            case "allowed" -> assertThat(decision.allowed()).isTrue();
            case "refused" -> assertThat(decision.allowed()).isFalse();
            case "limit" -> assertThat(decision.limit()).isEqualTo(number());
            case "granted" -> assertThat(decision.granted()).isEqualTo(number());
            case "remaining" -> assertThat(decision.remaining()).isEqualTo(number());
            case "before" -> assertThat(before).isEqualTo(number());
            case "retry" -> checkRetry(decision);
            case "seconds" -> assertThat(decision.retryAfterSeconds()).isEqualTo(number());
            case "reset" -> assertThat(decision.resetAfterNanos()).isEqualTo(Durations.nanos(value));
            case "delay" -> assertThat(decision.delayNanos()).isEqualTo(Durations.nanos(value));
            default -> checkRemainingOf(targets);
        }
    }

    private long number() {
        return Long.parseLong(value);
    }

    private void checkRetry(Decision decision) {
        assertThat(decision.never()).isEqualTo(value.equals("never"));
        if (!decision.never()) {
            assertThat(decision.retryAfterNanos()).isEqualTo(Durations.nanos(value));
        }
    }

    private void checkRemainingOf(List<Target> targets) {
        Target target = targets.stream()
                .filter(one -> name.equals("remaining." + one.limit()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing known about " + name));
        assertThat(target.limiter().peek(target.key(), 0).remaining()).isEqualTo(number());
    }
}
