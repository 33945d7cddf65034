package io.sluice.stress;

import io.sluice.core.Gate;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Two ask for one permit: exactly one gets it. */
public class LastPermitTest {
    private LastPermitTest() {}

    /** Of a gate: one word. */
    @JCStressTest
    @Outcome(
            id = {"true, false", "false, true"},
            expect = Expect.ACCEPTABLE,
            desc = "one of them")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both or none")
    @State
    public static class OfAGate {
        private final Gate gate = Gate.of(Limit.perHour(1), new ManualClock());

        @Actor
        public void one(ZZ_Result r) {
            r.r1 = gate.tryAcquire().allowed();
        }

        @Actor
        public void other(ZZ_Result r) {
            r.r2 = gate.tryAcquire().allowed();
        }
    }

    /** Of a key that both see first: both claim a slot for it. */
    @JCStressTest
    @Outcome(
            id = {"true, false", "false, true"},
            expect = Expect.ACCEPTABLE,
            desc = "one of them")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both or none")
    @State
    public static class OfANewKey {
        private final RateLimiter limiter = CrowdedTable.limiter(Limit.perHour(1));

        @Actor
        public void one(ZZ_Result r) {
            r.r1 = limiter.tryAcquire("key").allowed();
        }

        @Actor
        public void other(ZZ_Result r) {
            r.r2 = limiter.tryAcquire("key").allowed();
        }
    }

    /** Of a log that has to grow for it, beside another limit. */
    @JCStressTest
    @Outcome(
            id = {"true, false", "false, true"},
            expect = Expect.ACCEPTABLE,
            desc = "one of them")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both or none")
    @State
    public static class OfALogThatGrows {
        private static final int ENTRIES = 4;

        private final RateLimiter limiter;

        public OfALogThatGrows() {
            ManualClock clock = new ManualClock();
            limiter = RateLimiter.builder()
                    .limits(Limit.perHour(ENTRIES + 1L).slidingLog(), Limit.perHour(100))
                    .maxKeys(1)
                    .clock(clock)
                    .build();
            for (int i = 0; i < ENTRIES; i++) {
                var unused = limiter.tryAcquire("key");
                clock.advanceNanos(1);
            }
        }

        @Actor
        public void one(ZZ_Result r) {
            r.r1 = limiter.tryAcquire("key").allowed();
        }

        @Actor
        public void other(ZZ_Result r) {
            r.r2 = limiter.tryAcquire("key").allowed();
        }
    }
}
