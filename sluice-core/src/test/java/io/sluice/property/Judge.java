package io.sluice.property;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Decision;
import io.sluice.core.Reservation;
import io.sluice.oracle.Oracle;
import io.sluice.oracle.Oracle.Answer;
import io.sluice.property.Step.Op;

/** Tells a story with one limit to the limiter and to the oracle, and compares every answer. */
public final class Judge {
    private final Run run;
    private Oracle oracle;
    private long promisedFor = Long.MIN_VALUE;

    private Judge(Story story) {
        this.run = new Run(story);
        this.oracle = story.limits().get(0).oracle();
    }

    public static void agree(Story story) {
        Judge judge = new Judge(story);
        for (Step step : story.steps()) {
            judge.run.pause(step);
            judge.take(judge.meaningful(step));
        }
    }

    /** What giving back means while permits are promised for later is left open. */
    private Step meaningful(Step step) {
        return step.op() == Op.REFUND && run.now() < promisedFor ? step.with(Op.PEEK) : step;
    }

    private void take(Step step) {
        switch (step.op()) {
            case RESERVE -> reserve(step);
            case RESERVE_AND_CANCEL -> reserveAndCancel(step);
            default -> compare(run.ask(step), expected(step), step);
        }
        compare(run.limiter.peek(Run.KEY, 0), oracle.peek(run.now(), 0), step);
    }

    private Answer expected(Step step) {
        long t = run.now();
        return switch (step.op()) {
            case ACQUIRE -> oracle.acquire(t, step.permits());
            case UP_TO -> oracle.acquireUpTo(t, step.permits());
            case PEEK -> oracle.peek(t, step.permits());
            case REFUND -> oracle.refund(t, step.permits());
            case PENALIZE -> oracle.penalize(t, step.permits());
            case RESET -> oracle.reset(t);
            case RESERVE, RESERVE_AND_CANCEL ->
                oracle.reserve(t, step.permits(), Run.patience(step).toNanos());
        };
    }

    private Reservation reserve(Step step) {
        Reservation made = run.reserve(step);
        compare(made.decision(), expected(step), step);
        promisedFor = Math.max(promisedFor, run.now() + made.decision().delayNanos());
        return made;
    }

    private void reserveAndCancel(Step step) {
        Oracle before = oracle.copy();
        long promisedBefore = promisedFor;
        Reservation made = reserve(step);
        assertThat(made.cancel()).isEqualTo(made.allowed() && step.permits() > 0);
        oracle = before;
        promisedFor = promisedBefore;
    }

    private void compare(Decision decision, Answer expected, Step step) {
        assertThat(describe(decision)).as("at %s, after %s", run.now(), step).isEqualTo(expected);
        assertThat(decision.never()).isEqualTo(expected.retryAfter() == Oracle.NEVER);
    }

    private static Answer describe(Decision d) {
        return new Answer(
                d.allowed(),
                d.granted(),
                d.remaining(),
                finite(d.retryAfterNanos()),
                finite(d.resetAfterNanos()),
                d.delayNanos());
    }

    private static long finite(long nanos) {
        return nanos == Long.MAX_VALUE ? Oracle.NEVER : nanos;
    }
}
