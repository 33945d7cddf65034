package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Limits that change while their keys are in use: what was used stays used, in permits. */
interface ReconfigureCases extends StoreCases {
    static Stream<Arguments> kinds() {
        return Stream.of(EveryKind.values())
                .flatMap(from -> Stream.of(EveryKind.values())
                        .map(to -> Arguments.of(
                                from.limit(20).toString(), to.limit(20).toString())));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    default void whatWasUsedStaysUsed(String from, String to) {
        Scene k = on(from);
        k.acquire(13);
        k.reconfigure(to);
        assertThat(k.acquire(8).decision().allowed()).isFalse();
        Scene other = k.key("other");
        assertThat(k.peek(0).decision().remaining()).isEqualTo(7);
        assertThat(other.peek(0).decision().remaining()).isEqualTo(20);
    }

    /** 13 permits of 3 s each become 13 of 1.2 s. */
    @Test
    default void aLargerLimitHelpsAtOnce() {
        Scene k = on("20/min burst 20");
        k.acquire(13).allowed(7, 39_000);
        k.reconfigure("50/min burst 50");
        k.peek(0).allowed(37, 15_600).by("50/min burst 50");
        k.acquire(37).allowed(0, 60_000);
        k.key("other").acquire(50).allowed(0, 60_000);
    }

    /** 13 permits of 3 s each become 13 of 6 s, three of them debt. */
    @Test
    default void aSmallerLimitRemembers() {
        Scene k = on("20/min burst 20");
        k.acquire(13).allowed(7, 39_000);
        k.reconfigure("10/min burst 10");
        k.acquire(1).refused(24_000, 0, 78_000).by("10/min burst 10");
    }

    @Test
    default void anotherKindOfLimitRemembers() {
        Scene k = on("20/min burst 20");
        k.acquire(13).allowed(7, 39_000);
        k.reconfigure("20/min fixed-window");
        k.acquire(1).allowed(6, 60_000);
        k.reconfigure("20/min sliding-log");
        k.acquire(7).refused(60_000, 6, 60_000);
        k.acquire(6).allowed(0, 60_000);
    }

    @Test
    default void limitsChangedTwiceRemember() {
        Scene k = on("20/min burst 20");
        k.acquire(13).allowed(7, 39_000);
        k.reconfigure("30/min burst 30");
        k.reconfigure("50/min burst 50");
        k.peek(0).allowed(37, 15_600);
    }

    @Test
    default void limitsChangedBackRemember() {
        Scene k = on("20/min burst 20");
        k.acquire(13).allowed(7, 39_000);
        k.reconfigure("50/min burst 50");
        k.acquire(2).allowed(35, 18_000);
        k.reconfigure("20/min burst 20");
        k.peek(0).allowed(5, 45_000);
    }

    @Test
    default void aLimitMoreBeginsAsNew() {
        Scene k = on("10/s burst 10");
        k.acquire(4).allowed(6, 400);
        k.reconfigure("10/s burst 10", "100/min burst 100");
        k.acquire(5).allowed(1, 3000).by("10/s burst 10");
    }

    @Test
    default void bansSurvive() {
        Scene k = on("20/min burst 20");
        k.acquire(5).allowed(15, 15_000);
        k.block(30_000).allowed(0, 30_000);
        k.reconfigure("50/min burst 50");
        k.acquire(1).refused(30_000, 0, 30_000).blocked();
        k.unblock().allowed(45, 6000);
    }
}
