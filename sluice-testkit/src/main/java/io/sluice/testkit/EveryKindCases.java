package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.AsyncReservation;
import io.sluice.core.Decision;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a verb means is the same for every kind of limit, alone, beside another limit of its key and beside another key. */
interface EveryKindCases extends StoreCases {
    static Stream<Arguments> subjects() {
        return Stream.of(EveryKind.values())
                .flatMap(kind -> Stream.of(Surroundings.values()).map(around -> Arguments.of(kind, around)));
    }

    /** Five a minute. */
    Subject subject(EveryKind kind, Surroundings around);

    @ParameterizedTest
    @MethodSource("subjects")
    default void waitingAsLongAsToldHelpsAndNoLess(EveryKind kind, Surroundings around) {
        Subject k = subject(kind, around);
        assertThat(k.acquire(5).allowed()).isTrue();
        Decision refused = k.acquire(1);
        assertThat(refused.allowed()).isFalse();
        k.advance(refused.retryAfter().minus(k.tick()));
        assertThat(k.acquire(1).allowed()).isFalse();
        k.advance(k.tick());
        assertThat(k.acquire(1).allowed()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    default void everythingIsBackAtTheResetAndNotBefore(EveryKind kind, Surroundings around) {
        Subject k = subject(kind, around);
        Duration reset = k.acquire(5).resetAfter();
        k.advance(reset.minus(k.tick()));
        assertThat(k.peek(0).resetAfter()).isEqualTo(k.tick());
        k.advance(k.tick());
        assertThat(k.peek(0).resetAfter()).isZero();
        assertThat(k.peek(5).allowed()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    default void upToGivesAllThereIs(EveryKind kind, Surroundings around) {
        Subject k = subject(kind, around);
        assertThat(k.upTo(2).granted()).isEqualTo(2);
        assertThat(k.upTo(9).granted()).isEqualTo(3);
        assertThat(k.upTo(9).allowed()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    default void aPromiseIsForLaterAndTakesItsPlace(EveryKind kind, Surroundings around) {
        Subject k = subject(kind, around);
        k.acquire(5);
        AsyncReservation promise = k.reserve(1, Duration.ofHours(1));
        assertThat(promise.allowed()).isTrue();
        assertThat(promise.delay()).isPositive();
        Duration tooShort = promise.delay().minus(k.tick());
        assertThat(k.reserve(1, tooShort).allowed()).isFalse();
        k.advance(promise.delay());
        assertThat(k.peek(5).allowed()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    default void aCancelledPromiseLeavesNoTrace(EveryKind kind, Surroundings around) {
        Subject k = subject(kind, around);
        k.acquire(5);
        String before = k.peek(1).toString();
        AsyncReservation promise = k.reserve(2, Duration.ofHours(1));
        assertThat(Scene.answer(promise.cancel())).isTrue();
        assertThat(k.peek(1)).hasToString(before);
    }

    @ParameterizedTest
    @MethodSource("subjects")
    default void aWaitEndsOnTime(EveryKind kind, Surroundings around) {
        Subject k = subject(kind, around);
        k.acquire(5);
        CompletableFuture<Decision> waiting = k.waitFor(1, Duration.ofHours(1));
        assertThat(waiting).isNotDone();
        Duration left = k.untilAlarm();
        k.advance(left.minus(k.tick()));
        assertThat(waiting).isNotDone();
        k.advance(k.tick());
        assertThat(Scene.answer(waiting).allowed()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    default void peekTakesNothingOfAnyKind(EveryKind kind, Surroundings around) {
        Subject k = subject(kind, around);
        assertThat(k.peek(5).allowed()).isTrue();
        assertThat(k.peek(6).never()).isTrue();
        assertThat(k.peek(0).remaining()).isEqualTo(5);
        assertThat(k.acquire(5).remaining()).isZero();
        assertThat(k.acquire(0).allowed()).isTrue();
        assertThat(k.acquire(6).never()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    default void refundGivesBackOfAnyKind(EveryKind kind, Surroundings around) {
        Subject k = subject(kind, around);
        k.acquire(5);
        assertThat(k.refund(2).remaining()).isEqualTo(2);
        assertThat(k.refund(50).remaining()).isEqualTo(5);
        assertThat(k.peek(0).resetAfter()).isZero();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    default void debtHasToBePaidWhateverTheKind(EveryKind kind, Surroundings around) {
        Subject k = subject(kind, around);
        assertThat(k.penalize(7).remaining()).isZero();
        Decision refused = k.acquire(1);
        assertThat(refused.allowed()).isFalse();
        k.advance(refused.retryAfter());
        assertThat(k.acquire(1).allowed()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    default void resetForgetsWhateverTheKind(EveryKind kind, Surroundings around) {
        Subject k = subject(kind, around);
        k.penalize(7);
        k.block(Duration.ofHours(1));
        assertThat(k.reset().remaining()).isEqualTo(5);
        assertThat(k.acquire(5).allowed()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    default void aBanEndsWhateverTheKind(EveryKind kind, Surroundings around) {
        Subject k = subject(kind, around);
        k.acquire(2);
        k.block(Duration.ofSeconds(9));
        Decision refused = k.acquire(1);
        assertThat(refused.blocked()).isTrue();
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(9));
        assertThat(k.unblock().remaining()).isEqualTo(3);
        assertThat(k.acquire(3).allowed()).isTrue();
    }
}
