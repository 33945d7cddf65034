package io.sluice.benchmarks.redis;

import java.util.Arrays;
import java.util.Locale;

/**
 * What one iteration measured, on average a decision.
 *
 * @param perSecond decisions
 * @param half microseconds that half of the decisions stayed below
 * @param p99 microseconds that 99 of 100 decisions stayed below
 * @param commands that Redis ran, those in scripts too
 * @param serverMicros of processor time in Redis
 * @param clientMicros of processor time in the process that asks
 */
record Sample(double perSecond, double half, double p99, double commands, double serverMicros, double clientMicros) {
    static Sample between(Reading before, Reading after, Samples taken) {
        double calls = after.calls() - before.calls();
        ServerUse server = after.server().since(before.server());
        long[] quantiles = taken.quantiles(0.5, 0.99);
        return new Sample(
                calls * 1e9 / (after.nanos() - before.nanos()),
                quantiles[0] / 1e3,
                quantiles[1] / 1e3,
                server.commands() / calls,
                server.cpuMicros() / calls,
                (after.clientNanos() - before.clientNanos()) / 1e3 / calls);
    }

    String text() {
        return perSecond + " " + half + " " + p99 + " " + commands + " " + serverMicros + " " + clientMicros;
    }

    String json(String trial) {
        return String.format(Locale.ROOT, """
                {"trial":"%s","perSecond":%f,"halfMicros":%f,"p99Micros":%f,"commands":%f,"serverMicros":%f,"clientMicros":%f}""", trial, perSecond, half, p99, commands, serverMicros, clientMicros);
    }

    static Sample parse(String text) {
        double[] numbers = Arrays.stream(text.split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
        return new Sample(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
    }
}
