package io.sluice.property;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What must hold after any story, for every kind of limit. */
class InvariantsPropertyTest {
    private static final String KEY = Run.KEY;

    private static Run told(Story story) {
        Run run = new Run(story);
        for (Step step : story.steps()) {
            run.pause(step);
            run.ask(step);
        }
        return run;
    }

    private static String seen(RateLimiter limiter, long permits) {
        Decision decision = limiter.peek(KEY, permits);
        return decision + " " + decision.resetAfterNanos() + " " + decision.retryAfterNanos();
    }

    @ParameterizedTest
    @EnumSource(Limit.Kind.class)
    void aRefusalChangesNothing(Limit.Kind kind) {
        Seeds.tryAll(200, random -> Story.draw(random, 25, kind), Story::smaller, story -> {
            Run run = told(story);
            long capacity = story.limits().get(0).capacity();
            run.limiter.tryAcquireUpTo(KEY, capacity);
            String before = seen(run.limiter, 1);
            assertThat(run.limiter.tryAcquire(KEY, 1).allowed()).isFalse();
            assertThat(run.limiter.tryAcquire(KEY, capacity).allowed()).isFalse();
            assertThat(run.limiter
                            .tryAcquire(KEY, Math.min(Integer.MAX_VALUE, capacity + 1))
                            .allowed())
                    .isEqualTo(false);
            assertThat(run.limiter.tryAcquireUpTo(KEY, 1).allowed()).isFalse();
            assertThat(seen(run.limiter, 1)).isEqualTo(before);
        });
    }

    @ParameterizedTest
    @EnumSource(Limit.Kind.class)
    void retryAfterIsExactToTheNanosecond(Limit.Kind kind) {
        Seeds.tryAll(300, random -> Story.draw(random, 25, kind), Story::smaller, story -> {
            Run run = told(story);
            long permits = Math.max(1, story.limits().get(0).capacity() / 3);
            run.limiter.tryAcquireUpTo(KEY, Integer.MAX_VALUE);
            Decision refused = run.limiter.tryAcquire(KEY, permits);
            assertThat(refused.allowed()).isFalse();
            assertThat(refused.never()).isFalse();
            run.clock.advanceNanos(refused.retryAfterNanos() - 1);
            assertThat(run.limiter.tryAcquire(KEY, permits).allowed())
                    .as("1 ns too early")
                    .isFalse();
            run.clock.advanceNanos(1);
            assertThat(run.limiter.tryAcquire(KEY, permits).allowed())
                    .as("on time")
                    .isTrue();
        });
    }

    @ParameterizedTest
    @EnumSource(Limit.Kind.class)
    void afterResetAfterEverythingIsThereAgainAndNotBefore(Limit.Kind kind) {
        Seeds.tryAll(200, random -> Story.draw(random, 25, kind), Story::smaller, story -> {
            Run run = told(story);
            run.limiter.penalize(KEY, 1);
            run.clock.advanceNanos(run.limiter.peek(KEY, 0).resetAfterNanos() - 1);
            assertThat(run.limiter.peek(KEY, 0).resetAfterNanos()).isEqualTo(1);
            run.clock.advanceNanos(1);
            Decision fresh = run.limiter.peek(KEY, 0);
            assertThat(fresh.resetAfterNanos()).isZero();
            assertThat(fresh.remaining()).isEqualTo(story.limits().get(0).capacity());
            assertThat(run.limiter.usage().keys()).isZero();
        });
    }

    @ParameterizedTest
    @EnumSource(Limit.Kind.class)
    void manyAtOnceEqualAsManySingles(Limit.Kind kind) {
        Seeds.tryAll(200, random -> Story.draw(random, 12, kind), Story::smaller, story -> {
            Run atOnce = told(story);
            Run singles = told(story);
            long permits = Math.min(40, atOnce.limiter.peek(KEY, 0).remaining());
            Decision together = atOnce.limiter.tryAcquire(KEY, permits);
            Decision last = singles.limiter.peek(KEY, 0);
            for (long i = 0; i < permits; i++) {
                last = singles.limiter.tryAcquire(KEY);
                assertThat(last.allowed()).isTrue();
            }
            assertThat(last.delayNanos()).isEqualTo(together.delayNanos());
            assertThat(seen(singles.limiter, 1)).isEqualTo(seen(atOnce.limiter, 1));
        });
    }

    @ParameterizedTest
    @EnumSource(Limit.Kind.class)
    void aClockThatStandsStillGivesNoMoreThanTheCapacity(Limit.Kind kind) {
        Seeds.tryAll(100, random -> DrawnLimit.draw(random, kind), limit -> java.util.List.of(), limit -> {
            RateLimiter limiter = RateLimiter.builder()
                    .clock(new ManualClock(1_760_000_000_000_000_000L))
                    .limits(limit.limit())
                    .build();
            long granted = 0;
            for (int i = 0; i < 50; i++) {
                granted += limiter.tryAcquireUpTo(KEY, 1 + limit.capacity() / 7).granted();
            }
            assertThat(granted).isEqualTo(limit.capacity());
        });
    }
}
