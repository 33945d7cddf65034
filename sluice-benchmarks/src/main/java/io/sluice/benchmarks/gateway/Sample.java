package io.sluice.benchmarks.gateway;

import java.util.Locale;

/**
 * One run.
 *
 * @param refused answers that were errors
 * @param failed connections that broke, or waited too long
 * @param half microseconds that half of the requests took at most
 */
record Sample(double perSecond, long requests, long refused, long failed, double half, double p99, Cost cost) {
    /** Beyond this share of the processors, the figures are somebody else's. */
    private static final double MOST_OTHERS = 0.1;

    /** The same, once it is known what it took. */
    Sample with(Cost known) {
        return new Sample(perSecond, requests, refused, failed, half, p99, known);
    }

    double cpuMicros() {
        return cost.cpuMicros();
    }

    long allowed() {
        return requests - refused;
    }

    boolean disturbed() {
        return cost.others() > MOST_OTHERS;
    }

    String json(String load, String contender) {
        return String.format(
                Locale.ROOT,
                "{\"load\":\"%s\",\"contender\":\"%s\",\"perSecond\":%.0f,\"requests\":%d,\"refused\":%d,\"failed\":%d,"
                        + "\"halfMicros\":%.0f,\"p99Micros\":%.0f,\"cpuMicros\":%.2f,\"restMicros\":%.2f,\"allocated\":%s,\"idle\":%.3f,\"others\":%.2f}",
                load,
                contender,
                perSecond,
                requests,
                refused,
                failed,
                half,
                p99,
                cost.cpuMicros(),
                cost.restMicros(),
                cost.allocated().isPresent()
                        ? String.format(Locale.ROOT, "%.1f", cost.allocated().getAsDouble())
                        : "null",
                cost.idle(),
                cost.others());
    }
}
