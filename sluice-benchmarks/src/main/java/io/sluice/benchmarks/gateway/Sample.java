package io.sluice.benchmarks.gateway;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * One run.
 *
 * @param refused answers that were errors
 * @param failed connections that broke, or waited too long
 * @param half microseconds that half of the requests took at most
 * @param cpuMicros of the contender, a request
 * @param allocated bytes a request, where that is known
 * @param others the share of the processors that went to programs that have no part in this
 */
record Sample(
        double perSecond,
        long requests,
        long refused,
        long failed,
        double half,
        double p99,
        double cpuMicros,
        OptionalDouble allocated,
        double others) {
    /** Beyond this share of the processors, the figures are somebody else's. */
    private static final double MOST_OTHERS = 0.1;

    /** The same, with what the server says of it. */
    Sample with(double newCpuMicros, OptionalDouble newAllocated, double newOthers) {
        return new Sample(perSecond, requests, refused, failed, half, p99, newCpuMicros, newAllocated, newOthers);
    }

    long allowed() {
        return requests - refused;
    }

    boolean disturbed() {
        return others > MOST_OTHERS;
    }

    String json(String load, String contender) {
        return String.format(
                Locale.ROOT,
                "{\"load\":\"%s\",\"contender\":\"%s\",\"perSecond\":%.0f,\"requests\":%d,\"refused\":%d,\"failed\":%d,"
                        + "\"halfMicros\":%.0f,\"p99Micros\":%.0f,\"cpuMicros\":%.2f,\"allocated\":%s,\"others\":%.2f}",
                load,
                contender,
                perSecond,
                requests,
                refused,
                failed,
                half,
                p99,
                cpuMicros,
                allocated.isPresent() ? String.format(Locale.ROOT, "%.1f", allocated.getAsDouble()) : "null",
                others);
    }
}
