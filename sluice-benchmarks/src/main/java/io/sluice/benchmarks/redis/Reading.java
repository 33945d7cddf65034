package io.sluice.benchmarks.redis;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * How far a trial has come at a moment.
 *
 * @param nanos when
 * @param calls decisions so far
 * @param server what Redis has done so far
 * @param clientNanos processor time of this process so far
 */
record Reading(long nanos, long calls, ServerUse server, long clientNanos) {
    static Reading of(ClosedLoop loop, ServerUse.Meter meter) {
        ServerUse server = meter.read();
        return new Reading(System.nanoTime(), loop.calls(), server, processNanos());
    }

    private static long processNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
