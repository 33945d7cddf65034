package io.sluice.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Answer;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AskTest {
    private static final String[] WRITES = {"set", "psetex", "setrange", "pexpire", "del", "rename"};
    private static final String KEY = "10.0.0.1";

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

    @BeforeEach
    void forgetEverything() {
        redis.flush();
    }

    private Answer ask(Verb verb, LimitSet limits, long permits, long nanos, Moment moment) {
        return ask(new Question(verb, List.of(new Charge(limits, KEY, permits)), 1, nanos, null), moment);
    }

    private Answer ask(Question question, Moment moment) {
        AskCall call = AskCall.of(List.of(Ask.of(question, names)), moment);
        return RealRedis.answers(redis.outcomes(call).get(0)).get(0);
    }

    private Decision ask(Verb verb, LimitSet limits, long permits) {
        return ask(verb, limits, permits, 0, Moment.OF_SERVER).decision();
    }

    private String value(LimitSet limits) {
        byte[] value = redis.commands().get(names.name(limits, KEY));
        return value == null ? "" : new String(value, StandardCharsets.ISO_8859_1);
    }

    private static long writes() {
        return Stream.of(WRITES).mapToLong(redis::calls).sum();
    }

    static Stream<Limit> everyKind() {
        Limit limit = Limit.of(4, Duration.ofHours(1));
        return Stream.of(
                limit,
                limit.leakyBucket(4),
                limit.leakyQueue(4),
                limit.fixedWindow(),
                Limit.perMonth(4),
                Limit.perWeek(4).fixedWindow(ZoneId.of("Europe/Berlin")),
                Limit.perYear(4),
                limit.anchoredWindow(),
                limit.slidingWindow(),
                limit.subWindows(60),
                limit.slidingLog());
    }

    @ParameterizedTest
    @MethodSource("everyKind")
    void writesNothingWhenItRefusesOrLooks(Limit limit) {
        LimitSet limits = LimitSet.of("one", limit);
        LimitSet several = LimitSet.of("several", Limit.perSecond(100), limit);
        ask(Verb.TRY_ACQUIRE, limits, 4);
        ask(Verb.TRY_ACQUIRE, several, 4);
        long before = writes();

        for (LimitSet set : List.of(limits, several)) {
            assertThat(ask(Verb.TRY_ACQUIRE, set, 1).allowed()).isFalse();
            assertThat(ask(Verb.TRY_ACQUIRE, set, 5).never()).isTrue();
            assertThat(ask(Verb.TRY_ACQUIRE_UP_TO, set, 1).allowed()).isFalse();
            assertThat(ask(Verb.RESERVE, set, 4, 1_000, Moment.OF_SERVER)
                            .decision()
                            .allowed())
                    .isFalse();
            assertThat(ask(Verb.PEEK, set, 1).allowed()).isFalse();
            assertThat(ask(Verb.TRY_ACQUIRE, set, 0).allowed()).isTrue();
        }
        Charge refusing = new Charge(limits, KEY, 1);
        Charge passing = new Charge(LimitSet.of("new", limit), KEY, 1);
        Question both = new Question(Verb.TRY_ACQUIRE, List.of(passing, refusing), 1, 0, null);
        assertThat(ask(both, Moment.OF_SERVER).decision().allowed()).isFalse();

        assertThat(writes()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("everyKind")
    void livesUntilItIsAsGoodAsNewAndNoLonger(Limit limit) {
        LimitSet limits = LimitSet.of("one", limit);
        byte[] name = limit.kind() == Limit.Kind.SLIDING_LOG ? names.of(limits).log(KEY, 0) : names.name(limits, KEY);

        Decision decision = ask(Verb.TRY_ACQUIRE, limits, 1);

        long most = (decision.resetAfterNanos() + 999_999) / 1_000_000;
        assertThat(redis.commands().pttl(name)).isBetween(Math.max(1, most - 10_000), most);
        assertThat(redis.commands().dbsize()).isEqualTo(1);
        ask(Verb.REFUND, limits, 1);
        assertThat(redis.commands().dbsize()).isZero();
    }

    @Test
    void threeTokenBucketsOfOneKeyAreSmall() {
        LimitSet limits = LimitSet.of("login", Limit.perSecond(10), Limit.perMinute(100), Limit.perHour(1000));
        LimitSet uneven = LimitSet.of("logon", Limit.perSecond(997), Limit.perSecond(991), Limit.perDay(1));
        for (LimitSet set : List.of(limits, uneven)) {
            ask(Verb.TRY_ACQUIRE, set, 1);
            byte[] name = names.name(set, KEY);
            assertThat(name.length).isLessThanOrEqualTo(30);
            assertThat(redis.commands().memoryUsage(name)).isLessThanOrEqualTo(120);
        }
    }

    @Test
    void aLogOfTenThousandIsEightBytesEach() {
        LimitSet limits = LimitSet.of("login", Limit.perHour(10_000).slidingLog());
        for (int i = 0; i < 10_010; i++) {
            ask(Verb.TRY_ACQUIRE, limits, 1, 0, Moment.at(1_750_000_000_000_000L + i));
        }
        assertThat(redis.commands().memoryUsage(names.of(limits).log(KEY, 0))).isLessThan(100_000);
        assertThat(ask(Verb.TRY_ACQUIRE, limits, 1, 0, Moment.at(1_750_000_000_010_010L))
                        .decision()
                        .retryAfter())
                .isEqualTo(Duration.ofHours(1).minusNanos(10_010_000));
    }

    @Test
    void aBanIsKeptBesideWhatWasUsed() {
        LimitSet limits = LimitSet.of("login", Limit.perSecond(10));
        Moment moment = Moment.at(1_000_000);
        ask(Verb.TRY_ACQUIRE, limits, 4, 0, moment);
        ask(Verb.BLOCK, limits, 0, 5_000_000_000L, moment);

        assertThat(value(limits)).isEqualTo("B6000000|1400000000");
        assertThat(ask(Verb.TRY_ACQUIRE, limits, 1, 0, moment).decision().blocked())
                .isTrue();
        assertThat(ask(Verb.UNBLOCK, limits, 0, 0, moment).decision().remaining())
                .isEqualTo(6);
        assertThat(value(limits)).isEqualTo("1400000000");
    }

    @Test
    void aBanForEverHasNoEnd() {
        LimitSet limits = LimitSet.of("login", Limit.perSecond(10));
        ask(Verb.BLOCK, limits, 0, Long.MAX_VALUE, Moment.OF_SERVER);
        assertThat(value(limits)).isEqualTo("B9007199254740991|");
        assertThat(redis.commands().pttl(names.name(limits, KEY))).isEqualTo(-1);
        assertThat(ask(Verb.PEEK, limits, 1).never()).isTrue();
        ask(Verb.RESET, limits, 0);
        assertThat(redis.commands().dbsize()).isZero();
    }

    @Test
    void aBanLivesAsLongAsWhatWasUsedAndLonger() {
        LimitSet limits = LimitSet.of("login", Limit.perHour(1));
        ask(Verb.TRY_ACQUIRE, limits, 1);
        ask(Verb.BLOCK, limits, 0, Duration.ofHours(2).toNanos(), Moment.OF_SERVER);
        assertThat(redis.commands().pttl(names.name(limits, KEY))).isBetween(7_190_000L, 7_200_000L);
        ask(Verb.BLOCK, limits, 0, 1_000_000_000, Moment.OF_SERVER);
        assertThat(redis.commands().pttl(names.name(limits, KEY))).isBetween(3_590_000L, 3_600_000L);
    }

    @Test
    void debtAndPromisesAreMarked() {
        LimitSet limits = LimitSet.of("login", Limit.perSecond(3).burst(3));
        ask(Verb.PENALIZE, limits, 5, 0, Moment.at(1_000_000));
        assertThat(value(limits)).isEqualTo("P2666666:2");
        assertThat(ask(Verb.PEEK, limits, 1, 0, Moment.at(1_000_000)).decision().retryAfterNanos())
                .isEqualTo(1_000_000_000);
        ask(Verb.TRY_ACQUIRE, limits, 1, 0, Moment.at(2_000_000));
        assertThat(value(limits)).isEqualTo("3000000000");
    }

    @Test
    void fineRatesKeepTheirFractions() {
        LimitSet limits = LimitSet.of("login", Limit.perSecond(1_000_003).burst(10));
        ask(Verb.TRY_ACQUIRE, limits, 1, 0, Moment.at(1_000_000));
        assertThat(value(limits)).isEqualTo("1000000:1000000");
    }

    @Test
    void aClockThatWentBackCostsNoMoreThanTheWholeBurst() {
        LimitSet one = LimitSet.of("one", Limit.perSecond(10));
        LimitSet two = LimitSet.of("two", Limit.perSecond(10), Limit.perSecond(20));
        for (LimitSet limits : List.of(one, two)) {
            ask(Verb.TRY_ACQUIRE, limits, 1, 0, Moment.at(7_200_000_000L));
            Decision decision =
                    ask(Verb.TRY_ACQUIRE, limits, 1, 0, Moment.at(5)).decision();
            assertThat(decision.retryAfter()).isEqualTo(Duration.ofMillis(100));
        }
    }

    @Test
    void debtIsNotTakenForAClockThatWentBack() {
        LimitSet two = LimitSet.of("two", Limit.perSecond(10), Limit.perSecond(20));
        ask(Verb.PENALIZE, two, 100, 0, Moment.at(0));
        assertThat(ask(Verb.PEEK, two, 1, 0, Moment.at(0)).decision().retryAfter())
                .isEqualTo(Duration.ofMillis(9_100));
    }

    @Test
    void whatNeverComesBackIsKept() {
        LimitSet limits = LimitSet.of("still", Limit.parse("0/s burst 5"));
        assertThat(ask(Verb.TRY_ACQUIRE, limits, 3).remaining()).isEqualTo(2);
        assertThat(redis.commands().pttl(names.name(limits, KEY))).isEqualTo(-1);
        assertThat(ask(Verb.TRY_ACQUIRE, limits, 3).never()).isTrue();
        assertThat(ask(Verb.REFUND, limits, 3).remaining()).isEqualTo(5);
        assertThat(redis.commands().dbsize()).isZero();
    }

    @Test
    void noLimitIsNothingToKeep() {
        LimitSet limits = LimitSet.of("free", Limit.unlimited());
        assertThat(ask(Verb.TRY_ACQUIRE, limits, 1_000_000).remaining()).isEqualTo(Integer.MAX_VALUE);
        assertThat(redis.commands().dbsize()).isZero();
    }

    @Test
    void aPromiseBesideALogIsUndone() {
        LimitSet limits =
                LimitSet.of("both", Limit.perSecond(2), Limit.perSecond(3).slidingLog());
        ask(Verb.TRY_ACQUIRE, limits, 2, 0, Moment.at(0));
        Answer promise = ask(Verb.RESERVE, limits, 2, Long.MAX_VALUE - 1, Moment.at(0));
        assertThat(promise.decision().delay()).isEqualTo(Duration.ofSeconds(1));

        Answer undone = ask(cancel(limits, promise), Moment.at(10));
        Answer again = ask(cancel(limits, promise), Moment.at(1_000_001));

        assertThat(undone.receipt()).isEqualTo(true);
        assertThat(again.receipt()).isEqualTo(false);
        assertThat(ask(Verb.PEEK, limits, 1, 0, Moment.at(500_000)).decision().allowed())
                .isTrue();
    }

    private static Question cancel(LimitSet limits, Answer promise) {
        return new Question(Verb.CANCEL, List.of(new Charge(limits, KEY, 2)), 1, 0, promise.receipt());
    }

    @Test
    void serverTimeNeedsNoSecondQuestionAboutLocalTime() {
        LimitSet limits = LimitSet.of("day", Limit.parse("5/day fixed-window Europe/Berlin"));
        assertThat(ask(Verb.TRY_ACQUIRE, limits, 5).allowed()).isTrue();
        assertThat(ask(Verb.TRY_ACQUIRE, limits, 1).retryAfter()).isBetween(Duration.ZERO, Duration.ofHours(25));
    }

    @Test
    void aPromiseFromBeforeClocksWereChangedIsUndone() {
        LimitSet limits = LimitSet.of("hour", Limit.parse("2/h fixed-window Europe/Berlin"));
        Moment before = Moment.at(micros("2026-10-24T23:30:00Z"));
        ask(Verb.TRY_ACQUIRE, limits, 2, 0, before);
        Answer promise = ask(Verb.RESERVE, limits, 2, Long.MAX_VALUE - 1, before);
        ask(Verb.RESERVE, limits, 2, Long.MAX_VALUE - 1, before);
        assertThat(promise.decision().delay()).isEqualTo(Duration.ofMinutes(30));
        Charge charge = new Charge(limits, KEY, 2);
        Question undo = new Question(Verb.CANCEL, List.of(charge), 1, Ask.ALSO_LATE, promise.receipt());

        Answer undone = redis.ask(undo, names, Moment.at(micros("2026-10-25T02:00:00Z")));

        assertThat(undone.receipt()).isEqualTo(true);
    }

    private static long micros(String instant) {
        return Instant.parse(instant).getEpochSecond() * 1_000_000;
    }

    @ParameterizedTest
    @ValueSource(strings = {"5/week Europe/Berlin", "5/month Europe/Berlin", "5/year Europe/Berlin", "5/month"})
    void norAboutTheCalendar(String text) {
        LimitSet limits = LimitSet.of("calendar", Limit.parse(text));
        assertThat(ask(Verb.PENALIZE, limits, 10).remaining()).isZero();
        assertThat(ask(Verb.PEEK, limits, 1).resetAfter())
                .isBetween(Duration.ZERO, limits.limits().get(0).period().multipliedBy(2));
    }
}
