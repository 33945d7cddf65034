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
 */
record Sample(
        double perSecond,
        long requests,
        long refused,
        long failed,
        double half,
        double p99,
        double cpuMicros,
        OptionalDouble allocated) {
    long allowed() {
        return requests - refused;
    }

    String json(String load, String contender) {
        return String.format(
                Locale.ROOT,
                "{\"load\":\"%s\",\"contender\":\"%s\",\"perSecond\":%.0f,\"requests\":%d,\"refused\":%d,\"failed\":%d,"
                        + "\"halfMicros\":%.0f,\"p99Micros\":%.0f,\"cpuMicros\":%.2f,\"allocated\":%s}",
                load,
                contender,
                perSecond,
                requests,
                refused,
                failed,
                half,
                p99,
                cpuMicros,
                allocated.isPresent() ? String.format(Locale.ROOT, "%.1f", allocated.getAsDouble()) : "null");
    }
}
