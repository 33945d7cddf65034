package io.sluice.benchmarks.gateway;

import io.sluice.benchmarks.gateway.Contender.Kind;
import io.sluice.benchmarks.gateway.Results.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** A figure that must be reached, and what was measured; empty if its trials were left out or rejected. */
record Wanted(String what, OptionalDouble value, boolean atLeast, double bound, boolean disturbed) {
    String verdict() {
        if (value.isEmpty()) {
            return "not measured";
        }
        boolean met = atLeast ? value.getAsDouble() >= bound : value.getAsDouble() <= bound;
        return (met ? "pass" : "FAIL") + (disturbed ? ", but disturbed" : "");
    }

    /** Equals are compared: one thread with one worker, and two with two. */
    static List<Wanted> of(Results results) {
        List<Wanted> all = new ArrayList<>();
        for (int workers = 1; workers <= 2; workers++) {
            all.add(ratio(results, Load.ALLOWED, workers, "requests/s", Kind.NGINX, Sample::perSecond, true, 1.0));
            all.add(ratio(results, Load.ALLOWED, workers, "CPU a request", Kind.NGINX, Sample::cpuMicros, false, 1.0));
            all.add(ratio(results, Load.ALLOWED, workers, "p99", Kind.NGINX, Sample::p99, false, 1.3));
            all.add(ratio(results, Load.REFUSED, workers, "requests/s", Kind.NGINX, Sample::perSecond, true, 1.0));
            all.add(ratio(
                    results, Load.AUTHORIZE, workers, "requests/s", Kind.NGINX_ALONE, Sample::perSecond, true, 0.8));
            all.add(ratio(results, Load.CALLS, workers, "calls/s", Kind.GRPC_ALONE, Sample::perSecond, true, 0.85));
            all.add(ratio(results, Load.CALLS, workers, "calls/s", Kind.GRPC_SAME_DOOR, Sample::perSecond, true, 0.85));
        }
        all.add(sameAnswer(results, Kind.SLUICE_SAME_ANSWER, Kind.NGINX));
        all.add(ratio(
                results,
                Load.CALLS,
                1,
                "calls/s",
                Kind.SLUICE_NO_FIELDS,
                Kind.GRPC_ALONE,
                Sample::perSecond,
                true,
                0.85));
        all.add(sameAnswer(results, Kind.SLUICE, Kind.NGINX_SAME_FIELDS));
        all.add(ratio(results, Load.COMMANDS, 1, "CL.THROTTLE a second", Kind.REDIS, Sample::perSecond, true, 1.0));
        all.add(allocated(results));
        return all;
    }

    /** A client reads the more, the more it is told: of two that tell the same. */
    private static Wanted sameAnswer(Results results, Kind ours, Kind theirs) {
        return ratio(results, Load.REFUSED, 1, "requests/s, the same said", ours, theirs, Sample::perSecond, true, 1.0);
    }

    private static Wanted allocated(Results results) {
        OptionalDouble bytes = results.best(Load.ALLOWED, Kind.SLUICE)
                .map(trial -> results.median(
                        trial, sample -> sample.cost().allocated().orElse(0)))
                .orElse(OptionalDouble.empty());
        return new Wanted(Load.ALLOWED.title() + ", bytes allocated a request", bytes, false, 300, false);
    }

    private static Wanted ratio(
            Results results,
            Load load,
            int workers,
            String what,
            Kind other,
            ToDoubleFunction<Sample> number,
            boolean atLeast,
            double bound) {
        return ratio(results, load, workers, what, Kind.SLUICE, other, number, atLeast, bound);
    }

    private static Wanted ratio(
            Results results,
            Load load,
            int workers,
            String what,
            Kind one,
            Kind other,
            ToDoubleFunction<Sample> number,
            boolean atLeast,
            double bound) {
        Optional<Trial> ours = results.best(load, one, workers);
        Optional<Trial> theirs = results.best(load, other, workers);
        OptionalDouble value = ours.isEmpty() ? OptionalDouble.empty() : results.ratio(ours.get(), theirs, number);
        boolean disturbed =
                ours.stream().anyMatch(results::disturbed) || theirs.stream().anyMatch(results::disturbed);
        String pair = title(ours, one) + " / " + title(theirs, other);
        return new Wanted(load.title() + ", " + what + ", " + pair, value, atLeast, bound, disturbed);
    }

    private static String title(Optional<Trial> trial, Kind kind) {
        return trial.map(found -> found.contender().title()).orElse(kind.name());
    }
}
