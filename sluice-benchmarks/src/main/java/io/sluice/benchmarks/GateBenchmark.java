package io.sluice.benchmarks;

import io.sluice.core.Gate;
import io.sluice.core.LeasedGate;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Sluice's counters without keys. */
public class GateBenchmark {
    @State(Scope.Benchmark)
    public static class Single {
        private final Gate gate = Gate.of(Rate.PLENTY.limit());
        private final LeasedGate leased = LeasedGate.of(Rate.PLENTY.limit());

        @Setup
        public void setUp() {
            OtherTraffic.drive();
        }
    }

    @Benchmark
    public boolean gate(Single single, SingleCaller caller) {
        return caller.count(single.gate.tryAcquire().allowed());
    }

    @Benchmark
    public boolean leasedGate(Single single, SingleCaller caller) {
        return caller.count(single.leased.tryAcquire());
    }
}
