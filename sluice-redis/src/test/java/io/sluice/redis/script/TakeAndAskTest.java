package io.sluice.redis.script;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import io.sluice.core.ManualClock;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import io.sluice.core.RateLimiter;
import io.sluice.redis.batch.Entry;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The short way and the general one read and write the same counters. */
class TakeAndAskTest {
    private static final int STORIES = 300;
    private static final int STEPS = 60;
    private static final String KEY = "key";

    private static RealRedis redis;

    @BeforeAll
    static void start() {
        redis = new RealRedis();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @Test
    void agreeWithEachOtherAndWithMemory() {
        Seeds.tell(STORIES, random -> {
            redis.flush();
            LimitSet limits = LimitSet.of("both", Limits.rate(random));
            if (Take.fits(limits)) {
                new Story(random, limits).run();
            }
        });
    }

    private static final class Story {
        private final Random random;
        private final LimitSet limits;
        private final Limit limit;
        private final Take take;
        private final KeyNames names = new KeyNames();
        private final ManualClock clock = new ManualClock(1_750_000_000_123_456_000L);
        private final RateLimiter memory;

        Story(Random random, LimitSet limits) {
            this.random = random;
            this.limits = limits;
            this.limit = limits.limits().get(0);
            this.take = new Take(limits, names);
            this.memory = RateLimiter.builder().limits(limit).clock(clock).build();
        }

        void run() {
            for (int i = 0; i < STEPS; i++) {
                clock.advanceNanos(Limits.pause(random, limit));
                long permits = Math.max(1, Limits.permits(random, limit));
                switch (random.nextInt(10)) {
                    case 0 -> Same.decision(ask(Verb.PENALIZE, permits, 0), memory.penalize(KEY, permits));
                    case 1 -> Same.decision(ask(Verb.REFUND, permits, 0), memory.refund(KEY, permits));
                    case 2 ->
                        Same.decision(
                                reserve(permits), memory.reserve(KEY, permits).decision());
                    case 3 -> block();
                    case 4 -> Same.decision(ask(Verb.UNBLOCK, 0, 0), memory.unblock(KEY));
                    case 5, 6 -> Same.decision(ask(Verb.TRY_ACQUIRE, permits, 0), memory.tryAcquire(KEY, permits));
                    default -> take(permits);
                }
            }
        }

        private void block() {
            long nanos = limit.periodNanos() / 2_000 * 1_000;
            Same.decision(ask(Verb.BLOCK, 0, nanos), memory.block(KEY, Duration.ofNanos(nanos)));
        }

        private void take(long permits) {
            List<Entry> entries = List.of(new Entry(KEY, permits, 1 + random.nextInt(3)));
            Moment moment = Moment.at(clock.nanos() / 1_000);
            List<Object> reply = redis.run(Take.script(), take.keys(entries), take.args(entries, moment));
            for (Decision decision :
                    RealRedis.decisions(take.results(entries, moment, reply)).get(0)) {
                Same.decision(decision, memory.tryAcquire(KEY, permits));
            }
        }

        private Decision reserve(long permits) {
            return ask(Verb.RESERVE, permits, Long.MAX_VALUE - 1);
        }

        private Decision ask(Verb verb, long permits, long nanos) {
            Question question = new Question(verb, List.of(new Charge(limits, KEY, permits)), 1, nanos, null);
            return redis.ask(question, names, Moment.at(clock.nanos() / 1_000)).decision();
        }
    }
}
