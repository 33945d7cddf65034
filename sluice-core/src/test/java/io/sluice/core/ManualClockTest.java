package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManualClockTest {
    private final ManualClock clock = new ManualClock(100);
    private final List<String> rung = new ArrayList<>();

    @Test
    void standsStillUntilTold() {
        assertThat(clock.nanos()).isEqualTo(100);
        clock.advance(Duration.ofNanos(5));
        assertThat(clock.nanos()).isEqualTo(105);
        assertThat(clock.wallNanos()).isEqualTo(105);
        assertThat(new ManualClock().nanos()).isZero();
    }

    @Test
    void neverRunsBackwards() {
        clock.moveTo(50);
        assertThat(clock.nanos()).isEqualTo(100);
        assertThatThrownBy(() -> clock.advanceNanos(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ringsEachAlarmAtItsOwnTimeInOrder() {
        clock.schedule(20, () -> rung.add("b at " + clock.nanos()));
        clock.schedule(10, () -> rung.add("a at " + clock.nanos()));
        clock.schedule(20, () -> rung.add("c at " + clock.nanos()));
        clock.schedule(21, () -> rung.add("late"));
        assertThat(clock.alarms()).containsExactly(110L, 120L, 120L, 121L);
        clock.advanceNanos(20);
        assertThat(rung).containsExactly("a at 110", "b at 120", "c at 120");
        assertThat(clock.nanos()).isEqualTo(120);
    }

    @Test
    void ringsAlarmsThatAlarmsSet() {
        clock.schedule(5, () -> clock.schedule(5, () -> rung.add("second at " + clock.nanos())));
        clock.advanceNanos(100);
        assertThat(rung).containsExactly("second at 110");
        assertThat(clock.nanos()).isEqualTo(200);
    }

    @Test
    void forgetsCancelledAlarms() {
        clock.schedule(5, () -> rung.add("cancelled")).cancel();
        assertThat(clock.alarms()).isEmpty();
        clock.advanceNanos(10);
        assertThat(rung).isEmpty();
    }
}
