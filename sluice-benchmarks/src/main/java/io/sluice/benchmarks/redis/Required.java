package io.sluice.benchmarks.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** A figure that the Redis store promises, and what was measured; empty if its trials were left out or rejected. */
record Required(String what, String unit, OptionalDouble value, Bound bound, double limit, boolean disturbed) {
    enum Bound {
        AT_LEAST(">="),
        AT_MOST("<=");

        private final String sign;

        Bound(String sign) {
            this.sign = sign;
        }

        String sign() {
            return sign;
        }
    }

    boolean met() {
        double measured = value.orElse(Double.NaN);
        return bound == Bound.AT_LEAST ? measured >= limit : measured <= limit;
    }

    String verdict() {
        String answer = met() ? "pass" : value.isPresent() ? "FAIL" : "not measured";
        return disturbed ? answer + ", but disturbed" : answer;
    }

    static Required atMost(String what, String unit, OptionalDouble value, double limit) {
        return new Required(what, unit, value, Bound.AT_MOST, limit, false);
    }

    static List<Required> ofSpeed(Results results) {
        List<Required> all = new ArrayList<>();
        all.add(faster(results, Load.MANY_KEYS, Entrant.SLUICE, Entrant.INCR, 1.2));
        all.add(faster(results, Load.HOT_KEY, Entrant.SLUICE, Entrant.INCR, 8));
        all.add(faster(results, Load.HOT_KEY_REFUSED, Entrant.SLUICE, Entrant.INCR, 10));
        all.add(faster(results, Load.HOT_KEY, Entrant.SLUICE_LEASED, Entrant.MEMORY, 0.5));
        String what = Load.MANY_KEYS_16.name() + ", p99: " + versus(Entrant.SLUICE, Entrant.EVALSHA);
        all.add(ratio(
                results, what, Load.MANY_KEYS_16, Entrant.SLUICE, Entrant.EVALSHA, Sample::p99, Bound.AT_MOST, 0.8));
        return all;
    }

    private static Required faster(Results results, Load load, Entrant ours, Entrant other, double limit) {
        String what = load.name() + ": " + versus(ours, other);
        return ratio(results, what, load, ours, other, Sample::perSecond, Bound.AT_LEAST, limit);
    }

    private static String versus(Entrant ours, Entrant other) {
        return ours.title() + " against " + other.title();
    }

    private static Required ratio(
            Results results,
            String what,
            Load load,
            Entrant ours,
            Entrant other,
            ToDoubleFunction<Sample> number,
            Bound bound,
            double limit) {
        boolean disturbed = results.disturbed(load, ours) || results.disturbed(load, other);
        return new Required(what, "times", results.ratio(load, ours, other, number), bound, limit, disturbed);
    }
}
