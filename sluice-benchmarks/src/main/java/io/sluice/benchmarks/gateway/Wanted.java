package io.sluice.benchmarks.gateway;

import io.sluice.benchmarks.gateway.Contender.Kind;
import io.sluice.benchmarks.gateway.Results.Trial;
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

    /** The quickest configuration of each stands for it. */
    static List<Wanted> of(Results results) {
        return List.of(
                ratio(results, Load.ALLOWED, "requests/s", Kind.NGINX, Sample::perSecond, true, 1.0),
                ratio(results, Load.ALLOWED, "CPU a request", Kind.NGINX, Sample::cpuMicros, false, 1.0),
                ratio(results, Load.ALLOWED, "p99", Kind.NGINX, Sample::p99, false, 1.3),
                ratio(results, Load.REFUSED, "requests/s", Kind.NGINX, Sample::perSecond, true, 1.0),
                ratio(results, Load.COMMANDS, "CL.THROTTLE a second", Kind.REDIS, Sample::perSecond, true, 1.0),
                ratio(results, Load.CALLS, "ShouldRateLimit a second", Kind.GRPC_ALONE, Sample::perSecond, true, 0.85),
                ratio(results, Load.AUTHORIZE, "requests/s", Kind.NGINX_ALONE, Sample::perSecond, true, 0.8),
                new Wanted(
                        Load.ALLOWED.title() + ", bytes allocated a request",
                        ours(results, Load.ALLOWED)
                                .map(trial -> results.median(
                                        trial, sample -> sample.allocated().orElse(0)))
                                .orElse(OptionalDouble.empty()),
                        false,
                        300,
                        false));
    }

    private static Wanted ratio(
            Results results,
            Load load,
            String what,
            Kind other,
            ToDoubleFunction<Sample> number,
            boolean atLeast,
            double bound) {
        Optional<Trial> ours = ours(results, load);
        Optional<Trial> theirs = results.best(load, other);
        OptionalDouble value = ours.isEmpty() ? OptionalDouble.empty() : results.ratio(ours.get(), theirs, number);
        boolean disturbed =
                ours.stream().anyMatch(results::disturbed) || theirs.stream().anyMatch(results::disturbed);
        String against = theirs.map(trial -> trial.contender().title()).orElse(other.name());
        return new Wanted(load.title() + ", " + what + ", times " + against, value, atLeast, bound, disturbed);
    }

    private static Optional<Trial> ours(Results results, Load load) {
        return results.best(load, Kind.SLUICE);
    }
}
