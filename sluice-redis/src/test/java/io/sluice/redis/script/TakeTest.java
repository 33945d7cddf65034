package io.sluice.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import io.sluice.redis.batch.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TakeTest {
    private static final int STORIES = 300;
    private static final int STEPS = 60;

    private static RealRedis redis;

    @BeforeAll
    static void start() {
        redis = new RealRedis();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @BeforeEach
    void forgetEverything() {
        redis.flush();
    }

    @Test
    void answersAsMemoryDoes() {
        Seeds.tell(STORIES, random -> {
            redis.flush();
            Limit limit = Limits.rate(random);
            LimitSet limits = LimitSet.of("take", limit);
            if (Take.fits(limits)) {
                tell(random, limit, new Take(limits, new KeyNames()));
            }
        });
    }

    private static void tell(Random random, Limit limit, Take take) {
        ManualClock clock = new ManualClock(TimeUnit.SECONDS.toNanos(random.nextInt(2) * 1_800_000_000L));
        RateLimiter memory =
                RateLimiter.builder().limits(limit).clock(clock).maxKeys(100).build();
        for (int step = 0; step < STEPS; step++) {
            clock.advanceNanos(Limits.pause(random, limit));
            List<Entry> entries = entries(random, limit);
            List<List<Decision>> answers = ask(take, entries, Moment.at(clock.nanos() / 1_000));
            for (int i = 0; i < entries.size(); i++) {
                for (Decision answer : answers.get(i)) {
                    Same.decision(
                            answer,
                            memory.tryAcquire(
                                    entries.get(i).key(), entries.get(i).permits()));
                }
            }
        }
    }

    private static List<Entry> entries(Random random, Limit limit) {
        List<Entry> entries = new ArrayList<>();
        for (int key = 0; key < 5; key++) {
            if (random.nextInt(3) == 0) {
                int times = random.nextBoolean() ? 1 : 1 + random.nextInt(12);
                entries.add(new Entry("key" + key, Math.max(1, Limits.permits(random, limit)), times));
            }
        }
        return entries.isEmpty() ? List.of(new Entry("key0", 1, 1)) : entries;
    }

    private static List<List<Decision>> ask(Take take, List<Entry> entries, Moment moment) {
        List<Object> reply = redis.run(Take.script(), take.keys(entries), take.args(entries, moment));
        return RealRedis.decisions(take.results(entries, moment, reply));
    }

    private static Decision one(Take take, String key, long permits, Moment moment) {
        return ask(take, List.of(new Entry(key, permits, 1)), moment).get(0).get(0);
    }

    @Test
    void keepsOneIntegerUntilItIsAsGoodAsNew() {
        LimitSet limits = LimitSet.of("login", Limit.perSecond(3).burst(10));
        Take take = new Take(limits, new KeyNames());
        byte[] name = new KeyNames().name(limits, "10.0.0.1");
        assertThat(name.length).isLessThanOrEqualTo(30);

        one(take, "10.0.0.1", 1, Moment.OF_SERVER);

        assertThat(redis.commands().objectEncoding(name)).isEqualTo("int");
        assertThat(redis.commands().memoryUsage(name)).isLessThanOrEqualTo(80);
        assertThat(redis.commands().pttl(name)).isBetween(1L, 334L);
    }

    @Test
    void livesNoLongerThanUntilItIsAsGoodAsNew() {
        for (int permits = 1; permits <= 20; permits++) {
            LimitSet limits = LimitSet.of(
                    "ttl" + permits, Limit.of(7, Duration.ofSeconds(1000)).burst(20));
            Decision decision = one(new Take(limits, new KeyNames()), "key", permits, Moment.OF_SERVER);
            long most = (decision.resetAfterNanos() + 999_999) / 1_000_000;
            assertThat(redis.commands().pttl(new KeyNames().name(limits, "key")))
                    .isBetween(most - 5_000, most);
        }
    }

    @Test
    void writesNothingWhenItRefuses() {
        Take take = new Take(LimitSet.of("login", Limit.perHour(2)), new KeyNames());
        one(take, "key", 2, Moment.OF_SERVER);
        long before = redis.calls("psetex");

        assertThat(one(take, "key", 1, Moment.OF_SERVER).allowed()).isFalse();
        assertThat(one(take, "key", 3, Moment.OF_SERVER).never()).isTrue();
        assertThat(one(take, "other", 3, Moment.OF_SERVER).never()).isTrue();

        assertThat(redis.calls("psetex")).isEqualTo(before);
    }

    @Test
    void roundsTheWaitUpToWhatTheServerCanSee() {
        Take take = new Take(LimitSet.of("login", Limit.perSecond(3).burst(1)), new KeyNames());
        one(take, "key", 1, Moment.OF_SERVER);
        assertThat(one(take, "key", 1, Moment.OF_SERVER).retryAfterNanos() % 1_000)
                .isZero();

        one(take, "given", 1, Moment.at(5));
        assertThat(one(take, "given", 1, Moment.at(5)).retryAfterNanos()).isEqualTo(333_333_334);
        assertThat(one(take, "given", 1, Moment.at(5 + 333_333)).allowed()).isFalse();
        assertThat(one(take, "given", 1, Moment.at(5 + 333_334)).allowed()).isTrue();
    }

    @Test
    void aClockThatWentBackCostsNoMoreThanTheWholeBurst() {
        Take take = new Take(LimitSet.of("login", Limit.perSecond(10)), new KeyNames());
        one(take, "key", 3, Moment.at(7_200_000_000L));

        Decision decision = one(take, "key", 1, Moment.at(1_000_000L));

        assertThat(decision.allowed()).isFalse();
        assertThat(decision.retryAfter()).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void aBannedKeyIsRefusedWhateverItHas() {
        LimitSet limits = LimitSet.of("login", Limit.perSecond(10));
        Take take = new Take(limits, new KeyNames());
        byte[] name = new KeyNames().name(limits, "key");
        redis.commands().set(name, Bytes.of("B5000000|1000500000"));

        Decision banned = one(take, "key", 1, Moment.at(1_000_000L));
        List<Decision> all = ask(take, List.of(new Entry("key", 1, 3), new Entry("b", 1, 1)), Moment.at(1_000_000L))
                .get(0);
        Decision later = one(take, "key", 1, Moment.at(5_000_000L));

        assertThat(banned.blocked()).isTrue();
        assertThat(banned.retryAfter()).isEqualTo(Duration.ofSeconds(4));
        assertThat(all).hasSize(3).allMatch(Decision::blocked);
        assertThat(later.allowed()).isTrue();
        assertThat(later.remaining()).isEqualTo(9);
    }

    @Test
    void aBanForEverHasNoEnd() {
        LimitSet limits = LimitSet.of("login", Limit.perSecond(10));
        redis.commands().set(new KeyNames().name(limits, "key"), Bytes.of("B9007199254740991|"));

        Decision banned = one(new Take(limits, new KeyNames()), "key", 1, Moment.OF_SERVER);

        assertThat(banned.blocked()).isTrue();
        assertThat(banned.never()).isTrue();
    }

    @Test
    void debtIsWaitedForToTheEnd() {
        LimitSet limits = LimitSet.of("login", Limit.perSecond(3).burst(6));
        Take take = new Take(limits, new KeyNames());
        byte[] name = new KeyNames().name(limits, "key");
        redis.commands().set(name, Bytes.of("P2000000000000000:2"));

        Decision owing = one(take, "key", 1, Moment.at(1_000_000L));
        List<Decision> several = ask(take, List.of(new Entry("key", 1, 2)), Moment.at(1_999_999_999_000_000L))
                .get(0);
        Decision late = one(take, "key", 1, Moment.at(1_999_999_999_000_000L));

        assertThat(owing.retryAfterNanos()).isEqualTo(1_999_999_997_333_334_000L);
        assertThat(several).extracting(Decision::allowed).containsExactly(true, true);
        assertThat(late.allowed()).isFalse();
    }
}
