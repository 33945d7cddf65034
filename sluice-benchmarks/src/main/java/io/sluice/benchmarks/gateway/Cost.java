package io.sluice.benchmarks.gateway;

import java.util.OptionalDouble;

/**
 * What a run took, beside time.
 *
 * @param cpuMicros of the contender, a request
 * @param restMicros of who sends the requests and of the upstream, a request
 * @param allocated bytes a request, where that is known
 * @param idle the share of the processors that nobody used
 * @param others the share of the processors that went to programs that have no part in this
 */
record Cost(double cpuMicros, double restMicros, OptionalDouble allocated, double idle, double others) {
    static final Cost UNKNOWN = new Cost(0, 0, OptionalDouble.empty(), 0, 0);
}
