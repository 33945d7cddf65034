package io.sluice.rules.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.rules.Ruling.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class MonitorTest {
    private final ManualClock clock = new ManualClock();
    private final Monitor monitor = new Monitor(clock, plan -> plan.equals("premium"), 1);

    private Report.OfRule of(String rule) {
        return monitor.report().rules().stream()
                .filter(each -> each.rule().equals(rule))
                .findAny()
                .orElseThrow();
    }

    private static Decision decision(long remaining) {
        return Decision.allowed(Limit.parse("100/min"), 1, remaining, 0, 0);
    }

    @Test
    void whatPassesCountsAtEachRule() {
        monitor.decided(Told.allowed(50, "ip:1", "api", "everyone"), "free", clock.nanos());
        monitor.decided(Told.of(Outcome.DELAYED, decision(0), "ip:1", "export", "everyone"), "free", clock.nanos());
        monitor.decided(Told.of(Outcome.REDUCED, decision(0), "ip:1", "feed", "everyone"), null, clock.nanos());
        assertThat(of("api").counts()).isEqualTo(Map.of("free", Map.of(Fate.ALLOWED, 1L)));
        assertThat(of("export").counts()).isEqualTo(Map.of("free", Map.of(Fate.DELAYED, 1L)));
        assertThat(of("feed").counts()).isEqualTo(Map.of("none", Map.of(Fate.REDUCED, 1L)));
        assertThat(of("everyone").counts())
                .isEqualTo(Map.of("free", Map.of(Fate.ALLOWED, 2L), "none", Map.of(Fate.ALLOWED, 1L)));
        assertThat(of("everyone").count(Fate.ALLOWED)).isEqualTo(3);
    }

    @Test
    void whatIsRefusedCountsAtTheBindingRuleOnly() {
        monitor.decided(Told.refused("ip:1", "api", "everyone"), "free", clock.nanos());
        monitor.decided(Told.of(Outcome.DECOY, decision(0), "ip:1", "api"), "free", clock.nanos());
        assertThat(monitor.report().rules()).hasSize(1);
        assertThat(of("api").counts()).isEqualTo(Map.of("free", Map.of(Fate.REFUSED, 1L, Fate.DECOY, 1L)));
    }

    @Test
    void whatNoRuleCountedStandsApart() {
        monitor.decided(Told.uncounted(Outcome.UNLIMITED), null, clock.nanos());
        monitor.decided(Told.uncounted(Outcome.DENIED), null, clock.nanos());
        assertThat(of(Monitor.NO_RULE).counts()).isEqualTo(Map.of("none", Map.of(Fate.UNLIMITED, 1L, Fate.DENIED, 1L)));
        assertThat(monitor.report().limited()).isEmpty();
    }

    @Test
    void shadowRulesTellWhatTheyWouldHaveDone() {
        monitor.shadowed(Told.rule("next"), "free", decision(9), () -> "next|ip:1");
        monitor.shadowed(Told.rule("next"), "free", Decision.refused(Limit.parse("5/min"), 1, 0, 0), () -> "next|ip:1");
        assertThat(of("next").counts())
                .isEqualTo(Map.of("free", Map.of(Fate.SHADOW_ALLOWED, 1L, Fate.SHADOW_REFUSED, 1L)));
        assertThat(monitor.report().limited()).isEmpty();
    }

    @Test
    void headroomIsCountedInTenths() {
        for (long remaining : new long[] {0, 9, 10, 55, 89, 90, 99, 100}) {
            monitor.decided(Told.allowed(remaining, "ip:1", "api", "everyone"), null, clock.nanos());
        }
        monitor.decided(Told.refused("ip:1", "api"), null, clock.nanos());
        assertThat(of("api").headroom()).containsExactly(3L, 1L, 0L, 0L, 0L, 1L, 0L, 0L, 1L, 3L);
        assertThat(of("everyone").headroom()).containsOnly(0L);
    }

    @Test
    void keysThatAreRefusedOftenAreNamed() {
        for (int i = 0; i < 30; i++) {
            monitor.decided(Told.refused("ip:" + i % 3, "api"), null, clock.nanos());
        }
        monitor.decided(Told.refused("ip:0", "api"), null, clock.nanos());
        assertThat(monitor.report().limited().get(0)).isEqualTo(new Report.LimitedKey("api|ip:0", 11, 0));
        assertThat(monitor.report().limited()).hasSize(3);
        clock.advance(Duration.ofMinutes(21));
        assertThat(monitor.report().limited()).isEmpty();
    }

    @Test
    void aHeavyKeyIsFoundAmongAMillionOthersInBoundedMemory() {
        for (int i = 0; i < 1_000_000; i++) {
            monitor.decided(Told.refused("ip:" + i, "api"), null, clock.nanos());
            if (i % 10 == 0) {
                monitor.decided(Told.refused("user:ann", "api"), null, clock.nanos());
            }
        }
        List<Report.LimitedKey> limited = monitor.report().limited();
        assertThat(limited).hasSize(100);
        assertThat(limited.get(0).key()).isEqualTo("api|user:ann");
        assertThat(limited.get(0).refused() - limited.get(0).error()).isLessThanOrEqualTo(100_000);
        assertThat(limited.get(0).refused()).isGreaterThanOrEqualTo(100_000);
    }

    @Test
    void hugeKeysAreCut() {
        monitor.decided(Told.refused("x".repeat(60_000), "api"), null, clock.nanos());
        assertThat(monitor.report().limited().get(0).key()).hasSize(200);
    }

    @Test
    void endlessRulesAndPlansAreNotToldApart() {
        for (int i = 0; i < 5_000; i++) {
            monitor.decided(Told.allowed(5, "ip:1", "rule" + i), "free", clock.nanos());
            monitor.decided(Told.allowed(5, "ip:1", "rule0"), "plan" + i, clock.nanos());
        }
        assertThat(monitor.report().rules()).hasSizeLessThanOrEqualTo(1_001);
        assertThat(of(Monitor.OTHER).count(Fate.ALLOWED)).isGreaterThan(3_000);
        assertThat(of("rule0").counts()).hasSizeLessThanOrEqualTo(101).containsKey(Monitor.OTHER);
    }

    @Test
    void noCountIsLostBetweenThreads() throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<?>> all = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            all.add(threads.submit(() -> {
                for (int i = 0; i < 20_000; i++) {
                    monitor.decided(Told.allowed(5, "ip:" + i, "api"), "free", clock.nanos());
                    monitor.decided(Told.refused("ip:7", "api"), "free", clock.nanos());
                    monitor.took(i);
                }
            }));
        }
        for (Future<?> each : all) {
            each.get();
        }
        threads.shutdown();
        assertThat(of("api").count(Fate.ALLOWED)).isEqualTo(80_000);
        assertThat(of("api").count(Fate.REFUSED)).isEqualTo(80_000);
        assertThat(monitor.report().limited()).containsExactly(new Report.LimitedKey("api|ip:7", 80_000, 0));
        assertThat(monitor.report().decision().count()).isEqualTo(80_000);
    }
}
