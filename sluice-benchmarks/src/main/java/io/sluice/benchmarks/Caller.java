package io.sluice.benchmarks;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/** One thread that asks about all keys again and again, and counts what it is granted. */
@State(Scope.Thread)
public class Caller extends Tally {
    private String[] requests = {};
    private int next;

    /** Threads begin at different places. */
    @Setup
    public void begin(Workload workload, ThreadParams thread) {
        begin(workload, thread.getThreadIndex(), thread.getThreadCount());
    }

    final void begin(Workload workload, int thread, int threads) {
        requests = workload.requests();
        next = (int) ((long) requests.length * thread / threads);
    }

    final int nextIndex() {
        int at = next;
        next = at + 1 == requests.length ? 0 : at + 1;
        return at;
    }

    final String nextKey() {
        return requests[nextIndex()];
    }

    @TearDown
    public void check(Workload workload) {
        check(workload.traffic.passes(), workload.tolerated());
    }
}
