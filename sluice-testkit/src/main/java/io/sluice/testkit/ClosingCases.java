package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Decision;
import org.junit.jupiter.api.Test;

/** A closed store refuses for good. */
interface ClosingCases extends StoreCases {
    @Test
    default void nothingPassesAfterClosing() {
        Scene known = named("known", "10/s burst 20");
        known.acquire(1).allowed(19, 100);
        Scene unknown = named("unknown", "10/s burst 20");
        store().close();
        for (Scene k : new Scene[] {known, unknown}) {
            refusesForGood(k.acquire(1));
            refusesForGood(k.upTo(1));
            refusesForGood(k.reserved(1, 1000));
            refusesForGood(k.waited(k.waitFor(1, 1000), 1));
        }
    }

    private static void refusesForGood(Seen seen) {
        Decision decision = seen.decision();
        assertThat(decision.allowed()).as("%s", decision).isFalse();
        assertThat(decision.never()).as("%s", decision).isTrue();
    }

    @Test
    default void closingTwiceDoesNoHarm() {
        on("10/s burst 20").acquire(1).allowed(19, 100);
        store().close();
        store().close();
    }
}
