package io.sluice.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * What an operation costs all processors together: also the collector's threads, which clear up after a contender on a
 * processor that a measurement by the clock takes for idle.
 */
public final class ProcessorTime implements InternalProfiler {
    static final String NANOS = "cpu.norm";

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long before;

    @Override
    public String getDescription() {
        return "processor time of the process";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = system.getProcessCpuTime();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        long used = system.getProcessCpuTime() - before;
        long operations = Math.max(1, result.getMetadata().getAllOps());
        return List.of(new ScalarResult(NANOS, (double) used / operations, "ns/op", AggregationPolicy.AVG));
    }
}
