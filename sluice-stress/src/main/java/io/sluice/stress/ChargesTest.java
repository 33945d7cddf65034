package io.sluice.stress;

import io.sluice.core.Charges;
import io.sluice.core.Limit;
import io.sluice.core.RateLimiter;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJJ_Result;

/** One asks for two keys at once, another for one of them; each key has one permit. What remains is told at the end. */
@JCStressTest
@Outcome(id = "1, 0, 0, 0", expect = Expect.ACCEPTABLE, desc = "both keys, together")
@Outcome(id = "0, 1, 1, 0", expect = Expect.ACCEPTABLE, desc = "the one key, alone")
@Outcome(id = "0, 0, 1, 1", expect = Expect.ACCEPTABLE, desc = "refused without need, and nothing charged")
@Outcome(expect = Expect.FORBIDDEN, desc = "a permit was given twice, or charged and not given")
@State
public class ChargesTest {
    private final RateLimiter limiter = CrowdedTable.limiter(Limit.perHour(1));
    private final Charges both = Charges.of(limiter, "first", 1).and(limiter, "second", 1);

    @Actor
    public void together(JJJJ_Result r) {
        r.r1 = both.tryAcquire().allowed() ? 1 : 0;
    }

    @Actor
    public void alone(JJJJ_Result r) {
        r.r2 = limiter.tryAcquire("second").allowed() ? 1 : 0;
    }

    @Arbiter
    public void after(JJJJ_Result r) {
        r.r3 = limiter.peek("first", 0).remaining();
        r.r4 = limiter.peek("second", 0).remaining();
    }
}
