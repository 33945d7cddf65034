package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What each op answers: allowed granted remaining retryAfterNanos resetAfterNanos delayNanos. */
class SimulateOpsTest {
    private static final String LIMIT = "1/s burst 3";

    @Test
    void acquireTakesAllOrNothing() {
        Run run = Run.simulate(
                LIMIT,
                "{\"t\":0,\"permits\":2,\"op\":\"acquire\"}",
                "{\"t\":0,\"permits\":2}",
                "{\"t\":1000000000,\"permits\":2}",
                "{\"t\":1000000000,\"permits\":0}",
                "{\"t\":1000000000,\"permits\":4}");
        assertThat(run.answers())
                .containsExactly(
                        "true 2 1 0 2000000000 0",
                        "false 0 1 1000000000 2000000000 0",
                        "true 2 0 0 3000000000 0",
                        "true 0 0 0 3000000000 0",
                        "false 0 0 null 3000000000 0");
    }

    @Test
    void acquireAtMostTakesWhatThereIs() {
        Run run = Run.simulate(
                LIMIT,
                "{\"t\":0,\"permits\":5,\"op\":\"acquire_at_most\"}",
                "{\"t\":0,\"permits\":5,\"op\":\"acquire_at_most\"}");
        assertThat(run.answers()).containsExactly("true 3 0 0 3000000000 0", "false 0 0 1000000000 3000000000 0");
    }

    @Test
    void peekTakesNothing() {
        Run run = Run.simulate(
                LIMIT,
                "{\"t\":0,\"permits\":3,\"op\":\"peek\"}",
                "{\"t\":0,\"permits\":4,\"op\":\"peek\"}",
                "{\"t\":0,\"permits\":1}",
                "{\"t\":0,\"permits\":3,\"op\":\"peek\"}");
        assertThat(run.answers())
                .containsExactly(
                        "true 0 3 0 0 0",
                        "false 0 3 null 0 0",
                        "true 1 2 0 1000000000 0",
                        "false 0 2 1000000000 1000000000 0");
    }

    @Test
    void reserveTellsTheDelayAndRefusesBeyondTheLongestWait() {
        Run run = Run.simulate(
                LIMIT,
                "{\"t\":0,\"permits\":3,\"op\":\"reserve\",\"id\":\"now\"}",
                "{\"t\":0,\"permits\":2,\"op\":\"reserve\",\"id\":\"later\",\"maxWaitNanos\":2000000000}",
                "{\"t\":0,\"permits\":1,\"op\":\"reserve\",\"maxWaitNanos\":2999999999}",
                "{\"t\":0,\"permits\":1,\"op\":\"reserve\",\"maxWaitNanos\":null}",
                "{\"t\":0,\"permits\":4,\"op\":\"reserve\",\"id\":4}");
        assertThat(run.answers())
                .containsExactly(
                        "true 3 0 0 3000000000 0",
                        "true 2 0 0 5000000000 2000000000",
                        "false 0 0 1 5000000000 0",
                        "true 1 0 0 6000000000 3000000000",
                        "false 0 0 null 6000000000 0");
    }

    @Test
    void cancelGivesAReservationBackOnce() {
        Run run = Run.simulate(
                LIMIT,
                "{\"t\":0,\"key\":\"a\",\"permits\":3}",
                "{\"t\":0,\"key\":\"a\",\"permits\":2,\"op\":\"reserve\",\"id\":\"r\"}",
                "{\"t\":1000000000,\"op\":\"cancel\",\"id\":\"r\"}",
                "{\"t\":1000000000,\"op\":\"cancel\",\"id\":\"r\"}");
        assertThat(run.answers())
                .containsExactly(
                        "true 3 0 0 3000000000 0",
                        "true 2 0 0 5000000000 2000000000",
                        "true 0 1 0 2000000000 0",
                        "false 0 1 null 2000000000 0");
        assertThat(run.lines().get(2)).startsWith("{\"t\":1000000000,\"key\":\"a\",");
    }

    @Test
    void cancelGivesNothingBackOfWhatWasUsedOrRefused() {
        Run run = Run.simulate(
                LIMIT,
                "{\"t\":0,\"permits\":3,\"op\":\"reserve\",\"id\":1}",
                "{\"t\":0,\"permits\":4,\"op\":\"reserve\",\"id\":2}",
                "{\"t\":1,\"op\":\"cancel\",\"id\":1}",
                "{\"t\":1,\"op\":\"cancel\",\"id\":\"2\"}");
        assertThat(run.answers().subList(2, 4))
                .containsExactly("false 0 0 null 2999999999 0", "false 0 0 null 2999999999 0");
    }

    @Test
    void anIdServesAgainOnceItsReservationIsOver() {
        Run run = Run.simulate(
                LIMIT,
                "{\"t\":0,\"permits\":4,\"op\":\"reserve\",\"id\":\"refused\"}",
                "{\"t\":0,\"permits\":1,\"op\":\"reserve\",\"id\":\"refused\"}",
                "{\"t\":0,\"op\":\"cancel\",\"id\":\"refused\"}",
                "{\"t\":0,\"permits\":3,\"op\":\"reserve\",\"id\":\"refused\"}",
                "{\"t\":1,\"permits\":3,\"op\":\"reserve\",\"id\":\"refused\"}");
        assertThat(run.err()).isEmpty();
        assertThat(run.answers()).hasSize(5);
    }

    @Test
    void refundAndPenalizeAnswerTheStateAfter() {
        Run run = Run.simulate(
                LIMIT,
                "{\"t\":0,\"permits\":5,\"op\":\"penalize\"}",
                "{\"t\":0}",
                "{\"t\":0,\"permits\":3,\"op\":\"refund\"}",
                "{\"t\":0,\"permits\":9,\"op\":\"refund\"}");
        assertThat(run.answers())
                .containsExactly(
                        "true 0 0 0 5000000000 0",
                        "false 0 0 3000000000 5000000000 0",
                        "true 0 1 0 2000000000 0",
                        "true 0 3 0 0 0");
    }

    @Test
    void resetForgetsWhatWasUsedAndBans() {
        Run run = Run.simulate(
                LIMIT,
                "{\"t\":0,\"permits\":3}",
                "{\"t\":0,\"op\":\"block\",\"durationNanos\":5}",
                "{\"t\":0,\"op\":\"reset\"}",
                "{\"t\":0,\"permits\":3}");
        assertThat(run.answers().subList(2, 4)).containsExactly("true 0 3 0 0 0", "true 3 0 0 3000000000 0");
    }

    @Test
    void blockRefusesForItsDuration() {
        Run run = Run.simulate(
                LIMIT,
                "{\"t\":0,\"op\":\"block\",\"durationNanos\":5000000000}",
                "{\"t\":1}",
                "{\"t\":4999999999}",
                "{\"t\":5000000000}");
        assertThat(run.answers())
                .containsExactly(
                        "true 0 0 0 5000000000 0",
                        "false 0 0 4999999999 4999999999 0",
                        "false 0 0 1 1 0",
                        "true 1 2 0 1000000000 0");
    }

    @Test
    void blockWithoutADurationLastsUntilUnblocked() {
        for (String duration : new String[] {"", ",\"durationNanos\":0", ",\"durationNanos\":null"}) {
            Run run = Run.simulate(
                    LIMIT,
                    "{\"t\":0,\"op\":\"block\"" + duration + "}",
                    "{\"t\":1000000000000000}",
                    "{\"t\":1000000000000000,\"op\":\"unblock\"}",
                    "{\"t\":1000000000000000}");
            assertThat(run.answers())
                    .containsExactly(
                            "true 0 0 0 null 0", "false 0 0 null null 0", "true 0 3 0 0 0", "true 1 2 0 1000000000 0");
        }
    }

    @Test
    void reconfigureKeepsWhatWasUsed() {
        Run run = Run.simulate(
                LIMIT,
                "{\"t\":0,\"permits\":2}",
                "{\"t\":0,\"op\":\"reconfigure\",\"limit\":\"10/s burst 5\"}",
                "{\"t\":0,\"op\":\"reconfigure\",\"limit\":[\"10/s burst 5\", \"100/min\"]}",
                "{\"t\":0,\"permits\":3}",
                "{\"t\":0,\"permits\":1}");
        assertThat(run.answers())
                .containsExactly(
                        "true 2 1 0 2000000000 0",
                        "true 0 3 0 200000000 0",
                        "true 0 3 0 200000000 0",
                        "true 3 0 0 1800000000 0",
                        "false 0 0 100000000 1800000000 0");
        assertThat(run.lines().get(1))
                .endsWith("\"limit\":5,\"remaining\":3,\"retryAfterNanos\":0,"
                        + "\"resetAfterNanos\":200000000,\"delayNanos\":0,\"binding\":\"10/s burst 5\"}");
    }

    @Test
    void queuedRequestsAreAllowedWithADelay() {
        Run run = Run.simulate("2/s leaky-queue 2", "{\"t\":0}", "{\"t\":0}", "{\"t\":0}");
        assertThat(run.answers())
                .containsExactly(
                        "true 1 1 0 500000000 0",
                        "true 1 0 0 1000000000 500000000",
                        "false 0 0 500000000 1000000000 0");
    }

    @Test
    void aRateOfZeroNeverComesBack() {
        Run run = Run.simulate("0/s burst 1", "{\"t\":0}", "{\"t\":1}");
        assertThat(run.answers()).containsExactly("true 1 0 0 null 0", "false 0 0 null null 0");
    }
}
