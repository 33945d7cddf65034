package io.sluice.stress;

import io.sluice.core.Key;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import java.time.Duration;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** A key is served while another takes over its slot, which was as good as new. It has one permit. */
@JCStressTest
@Outcome(id = "true, true, false", expect = Expect.ACCEPTABLE, desc = "each had its permit")
@Outcome(
        id = {"false, true, false", "true, false, true"},
        expect = Expect.ACCEPTABLE,
        desc = "refused without need")
@Outcome(
        id = {"true, false, false", "false, false, false"},
        expect = Expect.ACCEPTABLE,
        desc = "refused without need, twice")
@Outcome(expect = Expect.FORBIDDEN, desc = "a grant was lost")
@State
public class TakeoverTest {
    private static final Limit LIMIT = Limit.perSecond(1);
    private static final List<Key> KEYS =
            CrowdedTable.keysOfOneSet(CrowdedTable.limiter(LIMIT), CrowdedTable.SLOTS + 1);

    private final RateLimiter limiter;

    public TakeoverTest() {
        ManualClock clock = new ManualClock();
        limiter = RateLimiter.builder().limits(LIMIT).maxKeys(1).clock(clock).build();
        for (int i = 0; i < CrowdedTable.SLOTS; i++) {
            var unused = limiter.tryAcquire(KEYS.get(i));
            clock.advanceNanos(1);
        }
        clock.advance(Duration.ofSeconds(1));
    }

    @Actor
    public void newcomer(ZZZ_Result r) {
        r.r1 = limiter.tryAcquire(KEYS.get(CrowdedTable.SLOTS)).allowed();
    }

    @Actor
    public void oldest(ZZZ_Result r) {
        r.r2 = limiter.tryAcquire(KEYS.get(0)).allowed();
    }

    @Arbiter
    public void oldestAgain(ZZZ_Result r) {
        r.r3 = limiter.tryAcquire(KEYS.get(0)).allowed();
    }
}
