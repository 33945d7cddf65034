package io.sluice.redis.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Limit;
import io.sluice.core.Store;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Over a real Redis that hangs, with connections that break and instances that die: what is promised holds. */
@Timeout(120)
@Tag("long") // the same on every JDK
class HostileRedisTest {
    private static final int RUNS = 2;
    /** Rounds after which a mistake must have shown. */
    private static final int MOST_ROUNDS = 5;

    private static List<Long> seeds() {
        Long only = Long.getLong("sluice.seed");
        return only == null ? LongStream.rangeClosed(1, RUNS).boxed().toList() : List.of(only);
    }

    private static Store leased(Store shared) {
        return new LeasedStore(shared, () -> HostileRun.INSTANCES);
    }

    private static Function<Store, Store> eventual(int told) {
        return shared -> new EventualStore(shared, () -> told);
    }

    /** As much a second as leases can be had for, or less. */
    private static Limit drawn(long seed) {
        Random random = HostileRun.random(seed);
        int burst = 64 + random.nextInt(300);
        return Limit.perSecond(burst * (1 + random.nextInt(10)) / 4).burst(burst);
    }

    @Test
    void leasedNeverOverAdmits() throws Exception {
        long takenAhead = 0;
        for (long seed : seeds()) {
            try (HostileRun run = new HostileRun(seed, drawn(seed), true, HostileRedisTest::leased).play()) {
                System.out.println("leased, " + run + ", above the limit " + run.grants.excess(run.limit));
                assertThat(run.grants.excess(run.limit)).as("%s", run).isLessThanOrEqualTo(0);
                assertThat(run.grants.sum()).isPositive();
                assertThat(run.refused).hasPositiveValue();
                takenAhead += run.takenAhead();
            }
        }
        assertThat(takenAhead).isPositive();
    }

    @Test
    void eventualOverAdmitsByNoMoreThanItSays() throws Exception {
        for (long seed : seeds()) {
            int told = seed % 2 == 0 ? 1 : HostileRun.INSTANCES;
            try (HostileRun run = new HostileRun(seed, drawn(seed), true, eventual(told)).play()) {
                long excess = run.grants.excess(run.limit);
                System.out.println(
                        "eventual, told " + told + ", " + run + ", above " + excess + " of " + promised(run, told));
                assertThat(excess).as("told %d, %s", told, run).isLessThanOrEqualTo(promised(run, told));
            }
        }
    }

    /**
     * (m - 1)·(burst + rate·d), where everybody who began anew is one more; or a share of that for each, if all are counted. Besides, what
     * was in reports that did not arrive.
     */
    private static long promised(HostileRun run, int told) {
        long each = run.limit.capacity() + Grants.earned(run.limit, run.longestUnheardNanos()) + 1;
        long all = told == 1 ? (run.lives() - 1) * each : (run.lives() * each + told - 1) / told;
        return all + run.lost();
    }

    @Test
    void isCaughtIfInstancesDoNotShare() throws Exception {
        assertThat(caughtIfNotShared(HostileRedisTest::leased, false)).isTrue();
        assertThat(caughtIfNotShared(eventual(1), true)).isTrue();
    }

    private static boolean caughtIfNotShared(Function<Store, Store> ahead, boolean eventually) throws Exception {
        Limit limit = Limit.perSecond(250).burst(100);
        for (long seed = 1; seed <= MOST_ROUNDS; seed++) {
            try (HostileRun run = new HostileRun(seed, limit, false, ahead).play()) {
                if (run.grants.excess(limit) > (eventually ? promised(run, 1) : 0)) {
                    return true;
                }
            }
        }
        return false;
    }
}
