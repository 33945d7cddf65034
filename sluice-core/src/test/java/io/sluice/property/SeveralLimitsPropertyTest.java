package io.sluice.property;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Charges;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import io.sluice.oracle.Oracle;
import io.sluice.oracle.Oracle.Answer;
import io.sluice.property.Step.Op;
import java.util.List;
import java.util.Random;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

/** Several limits, on one key or on keys of their own, are one decision: all pass, or none is charged. */
class SeveralLimitsPropertyTest {
    private static final Limit.Kind[] KINDS = Limit.Kind.values();

    @Test
    void limitsOfOneKeyPassTogetherOrAreLeftAlone() {
        Seeds.tryAll(600, SeveralLimitsPropertyTest::draw, Story::smaller, SeveralLimitsPropertyTest::agreeOnOneKey);
    }

    @Test
    void keysOfOneChargePassTogetherOrAreLeftAlone() {
        Seeds.tryAll(400, SeveralLimitsPropertyTest::draw, Story::smaller, SeveralLimitsPropertyTest::agreeOnCharges);
    }

    private static Story draw(Random random) {
        Limit.Kind[] kinds = new Limit.Kind[2 + random.nextInt(2)];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = KINDS[random.nextInt(KINDS.length)];
        }
        return Story.draw(random, 50, kinds);
    }

    private static void agreeOnOneKey(Story story) {
        Run run = new Run(story);
        List<Oracle> oracles = story.limits().stream().map(DrawnLimit::oracle).toList();
        for (Step step : story.steps()) {
            run.pause(step);
            Step simple = simple(step);
            Decision decision = run.ask(simple);
            compare(decision, expected(oracles, simple, run.now()), simple);
        }
    }

    /** The verbs that mean the same for each limit alone. */
    private static Step simple(Step step) {
        return switch (step.op()) {
            case RESERVE, RESERVE_AND_CANCEL, UP_TO -> step.with(Op.ACQUIRE);
            default -> step;
        };
    }

    private static List<Answer> expected(List<Oracle> oracles, Step step, long t) {
        boolean pass = oracles.stream()
                .allMatch(oracle -> oracle.peek(t, step.permits()).allowed());
        return oracles.stream()
                .map(oracle -> switch (step.op()) {
                    case ACQUIRE -> pass ? oracle.acquire(t, step.permits()) : oracle.peek(t, step.permits());
                    case REFUND -> oracle.refund(t, step.permits());
                    case PENALIZE -> oracle.penalize(t, step.permits());
                    case RESET -> oracle.reset(t);
                    default -> oracle.peek(t, step.permits());
                })
                .toList();
    }

    private static void compare(Decision decision, List<Answer> answers, Step step) {
        boolean allowed = answers.stream().allMatch(Answer::allowed);
        assertThat(decision.allowed()).as("allowed %s", step).isEqualTo(allowed);
        assertThat(decision.remaining())
                .as("remaining %s", step)
                .isEqualTo(answers.stream().mapToLong(Answer::remaining).min().orElseThrow());
        assertThat(decision.retryAfterNanos()).as("retryAfter %s", step).isEqualTo(longest(answers, true));
        assertThat(decision.resetAfterNanos()).as("resetAfter %s", step).isEqualTo(longest(answers, false));
        if (allowed) {
            assertThat(decision.delayNanos())
                    .as("delay %s", step)
                    .isEqualTo(answers.stream().mapToLong(Answer::delay).max().orElseThrow());
        }
    }

    private static long longest(List<Answer> answers, boolean retry) {
        LongPredicate never = nanos -> nanos == Oracle.NEVER;
        return answers.stream()
                .mapToLong(answer -> retry ? answer.retryAfter() : answer.resetAfter())
                .map(nanos -> never.test(nanos) ? Long.MAX_VALUE : nanos)
                .max()
                .orElseThrow();
    }

    private static void agreeOnCharges(Story story) {
        ManualClock clock = new ManualClock(story.start());
        List<RateLimiter> limiters = story.limits().stream()
                .map(limit ->
                        RateLimiter.builder().clock(clock).limits(limit.limit()).build())
                .toList();
        List<Oracle> oracles = story.limits().stream().map(DrawnLimit::oracle).toList();
        for (Step step : story.steps()) {
            clock.advanceNanos(step.pause() == Step.Pause.NONE ? 0 : step.nanos());
            Step simple = simple(step);
            Decision decision = ask(charges(limiters, step.permits()), simple);
            compare(decision, expected(oracles, simple, clock.nanos()), simple);
        }
    }

    private static Charges charges(List<RateLimiter> limiters, long permits) {
        Charges charges = Charges.of(limiters.get(0), "key 0", permits);
        for (int i = 1; i < limiters.size(); i++) {
            charges = charges.and(limiters.get(i), "key " + i, permits);
        }
        return charges;
    }

    private static Decision ask(Charges charges, Step step) {
        return switch (step.op()) {
            case ACQUIRE -> charges.tryAcquire();
            case REFUND -> charges.refund();
            case PENALIZE -> charges.penalize();
            case RESET -> charges.reset();
            default -> charges.peek();
        };
    }
}
