package io.sluice.stress;

import io.sluice.core.Key;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** A key is served while the table is replaced by a larger one. It has one permit. */
@JCStressTest
@Outcome(id = "true, true, false", expect = Expect.ACCEPTABLE, desc = "the permit was had, and the new table knows")
@Outcome(id = "true, false, false", expect = Expect.ACCEPTABLE, desc = "charged in both tables: refused without need")
@Outcome(expect = Expect.FORBIDDEN, desc = "the grant was lost on the way")
@State
public class TableGrowthTest {
    private static final List<Key> KEYS = CrowdedTable.keysOfOneSet(limiter(), CrowdedTable.SLOTS + 1);

    private final RateLimiter limiter = limiter();

    public TableGrowthTest() {
        for (int i = 0; i < CrowdedTable.SLOTS; i++) {
            var unused = limiter.penalize(KEYS.get(i), 1);
        }
        var unused = limiter.refund(KEYS.get(0), 1);
    }

    /** The smallest that is not yet as large as it may become. */
    private static RateLimiter limiter() {
        return RateLimiter.builder()
                .limits(Limit.perHour(1))
                .maxKeys(1_500)
                .clock(new ManualClock())
                .build();
    }

    @Actor
    public void needsALargerTable(ZZZ_Result r) {
        r.r1 = limiter.tryAcquire(KEYS.get(CrowdedTable.SLOTS)).allowed();
    }

    @Actor
    public void served(ZZZ_Result r) {
        r.r2 = limiter.tryAcquire(KEYS.get(0)).allowed();
    }

    @Arbiter
    public void servedAgain(ZZZ_Result r) {
        r.r3 = limiter.tryAcquire(KEYS.get(0)).allowed();
    }
}
