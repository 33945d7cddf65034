package io.sluice.rules.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DoubtfulRefusalsTest {
    private final ManualClock clock = new ManualClock();
    private final Monitor monitor = new Monitor(clock, plan -> plan.equals("premium"), 1);

    private void comesEachMinute(String client, String plan, int minutes, int times) {
        for (int minute = 0; minute < minutes; minute++) {
            for (int i = 0; i < times; i++) {
                monitor.decided(Told.allowed(50, client, "api"), plan, clock.nanos());
            }
            clock.advance(Duration.ofMinutes(1));
        }
    }

    @Test
    void aSteadyPayingClientThatIsRefusedForOnceLooksLegitimate() {
        comesEachMinute("user:ann", "premium", 60, 10);
        monitor.decided(Told.refused("user:ann", "api"), "premium", clock.nanos());
        assertThat(monitor.report().doubtful()).singleElement().satisfies(doubtful -> {
            assertThat(doubtful.key()).isEqualTo("api|user:ann");
            assertThat(doubtful.plan()).isEqualTo("premium");
            assertThat(doubtful.score()).isEqualTo(100);
            assertThat(doubtful.refused()).isEqualTo(1);
            assertThat(doubtful.reasons())
                    .containsExactly(
                            "known for 60 minutes",
                            "about 600 requests allowed",
                            "comes steadily",
                            "refused 1 times only",
                            "plan premium");
        });
    }

    @Test
    void aClientThatDoesNotPayScoresLess() {
        comesEachMinute("user:ann", "free", 60, 10);
        monitor.decided(Told.refused("user:ann", "api"), "free", clock.nanos());
        assertThat(monitor.report().doubtful()).singleElement().satisfies(doubtful -> {
            assertThat(doubtful.score()).isEqualTo(80);
            assertThat(doubtful.plan()).isEqualTo("none");
        });
    }

    @Test
    void strangersAndNewcomersDoNot() {
        monitor.decided(Told.refused("ip:1", "api"), "premium", clock.nanos());
        comesEachMinute("ip:2", "free", 1, 1000);
        monitor.decided(Told.refused("ip:2", "api"), "free", clock.nanos());
        assertThat(monitor.report().doubtful()).isEmpty();
    }

    @Test
    void whoIsRefusedMoreOftenThanAllowedDoesNot() {
        comesEachMinute("ip:1", "premium", 60, 5);
        for (int i = 0; i < 300; i++) {
            monitor.decided(Told.refused("ip:1", "api"), "premium", clock.nanos());
        }
        assertThat(monitor.report().doubtful()).hasSize(1);
        monitor.decided(Told.refused("ip:1", "api"), "premium", clock.nanos());
        assertThat(monitor.report().doubtful()).isEmpty();
    }

    @Test
    void aMillionClientsThatComeOnceDoNotWashOutARegularOne() {
        comesEachMinute("user:ann", "premium", 60, 10);
        for (int i = 0; i < 1_000_000; i++) {
            monitor.decided(Told.allowed(50, "ip:" + i, "api"), "free", clock.nanos());
        }
        monitor.decided(Told.refused("user:ann", "api"), "premium", clock.nanos());
        assertThat(monitor.report().doubtful()).hasSize(1);
    }

    @Test
    void onlySoManyAreKept() {
        for (int client = 0; client < 3 * DoubtfulRefusals.MOST; client++) {
            comesEachMinute("user:" + client, "premium", 35, 10);
            monitor.decided(Told.refused("user:" + client, "api"), "premium", clock.nanos());
        }
        assertThat(monitor.report().doubtful()).hasSize(DoubtfulRefusals.MOST);
        assertThat(monitor.report().doubtful().get(0).key()).isEqualTo("api|user:" + (3 * DoubtfulRefusals.MOST - 1));
    }
}
