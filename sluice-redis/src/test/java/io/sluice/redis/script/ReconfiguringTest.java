package io.sluice.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import io.sluice.core.ManualClock;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import io.sluice.core.RateLimiter;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Changed limits: what was used still counts, as in memory. */
class ReconfiguringTest {
    private static final String KEY = "key";

    private static RealRedis redis;

    private final KeyNames names = new KeyNames();

    @BeforeAll
    static void start() {
        redis = new RealRedis();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    private Decision ask(Verb verb, LimitSet limits, long permits, long micros) {
        Question question = new Question(verb, List.of(new Charge(limits, KEY, permits)), 1, Long.MAX_VALUE, null);
        return redis.ask(question, names, Moment.at(micros)).decision();
    }

    @Test
    void everyKindCarriesOverToEveryOther() {
        Seeds.tell(1_500, random -> {
            redis.flush();
            Limit from = Limits.of(Limits.kind(random), random, true);
            Limit to = random.nextInt(3) == 0
                    ? Limit.of(1L + random.nextInt(20), from.period()).slidingWindow()
                    : Limits.of(random.nextBoolean() ? from.kind() : Limits.kind(random), random, true);
            change(random, from, to);
        });
    }

    private void change(Random random, Limit from, Limit to) {
        ManualClock clock = new ManualClock(1_750_000_000_123_456_000L);
        RateLimiter memory = RateLimiter.builder().limits(from).clock(clock).build();
        LimitSet before = LimitSet.of("changing", from);
        for (int i = 0; i < 5; i++) {
            clock.advanceNanos(Limits.pause(random, from) / 4_000 * 1_000);
            long permits = 1 + Limits.permits(random, from);
            Verb verb = random.nextInt(4) == 0 ? Verb.PENALIZE : Verb.TRY_ACQUIRE;
            Decision expected = verb == Verb.PENALIZE ? memory.penalize(KEY, permits) : memory.tryAcquire(KEY, permits);
            Same.decision(ask(verb, before, permits, clock.nanos() / 1_000), expected);
        }
        memory.reconfigure(to);
        LimitSet after = before.changedTo(to);
        String change = from + " to " + to;
        closeTo(change, ask(Verb.PEEK, after, 0, clock.nanos() / 1_000), memory.peek(KEY, 0));
        closeTo(change, ask(Verb.TRY_ACQUIRE, after, 1, clock.nanos() / 1_000), memory.tryAcquire(KEY, 1));
        closeTo(change, ask(Verb.PENALIZE, after, 1, clock.nanos() / 1_000), memory.penalize(KEY, 1));
        boolean old = redis.commands()
                        .exists(names.name(before, KEY), names.of(before).log(KEY, 0))
                > 0;
        assertThat(old && !from.equals(to)).as(change).isFalse();
    }

    /** Fractions of a permit are rounded up to parts of a microsecond, in memory to those of a nanosecond. */
    private static void closeTo(String change, Decision actual, Decision expected) {
        long later = actual.resetAfterNanos() - expected.resetAfterNanos();
        assertThat(later).as("%s: %s, memory %s", change, actual, expected).isBetween(0L, 1_000L);
        if (later == 0) {
            Same.decision(actual, expected);
        }
    }

    @Test
    void whoIsBlockedStaysBlocked() {
        redis.flush();
        LimitSet before = LimitSet.of("changing", Limit.perSecond(1));
        ask(Verb.BLOCK, before, 0, 5);
        LimitSet after = before.changedTo(Limit.perHour(7).slidingLog(), Limit.perSecond(1));

        assertThat(ask(Verb.TRY_ACQUIRE, after, 1, 5).blocked()).isTrue();
        ask(Verb.UNBLOCK, after, 0, 5);

        assertThat(ask(Verb.TRY_ACQUIRE, after, 1, 5).allowed()).isTrue();
        assertThat(redis.commands().exists(names.name(before, KEY))).isZero();
    }

    @Test
    void aResetForgetsWhatWasUsedBeforeToo() {
        redis.flush();
        LimitSet before = LimitSet.of("changing", Limit.perSecond(3).slidingLog());
        ask(Verb.TRY_ACQUIRE, before, 3, 5);
        LimitSet after = before.changedTo(Limit.perSecond(2));
        assertThat(ask(Verb.PEEK, after, 1, 5).allowed()).isFalse();
        ask(Verb.RESET, after, 0, 5);
        assertThat(redis.commands().dbsize()).isZero();
    }

    @Test
    void aLogMovesWithAllItsEntries() {
        redis.flush();
        LimitSet before =
                LimitSet.of("changing", Limit.of(9, Duration.ofSeconds(1)).slidingLog());
        for (int i = 0; i < 9; i++) {
            ask(Verb.TRY_ACQUIRE, before, 1, 100 * i);
        }
        LimitSet after = before.changedTo(Limit.of(10, Duration.ofSeconds(1)).slidingLog());
        assertThat(ask(Verb.TRY_ACQUIRE, after, 1, 1_000).remaining()).isZero();
        assertThat(ask(Verb.PEEK, after, 3, 1_000).retryAfter()).isEqualTo(Duration.ofNanos(999_200_000));
        assertThat(redis.commands().dbsize()).isEqualTo(1);
    }
}
