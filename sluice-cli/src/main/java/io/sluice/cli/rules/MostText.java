package io.sluice.cli.rules;

import io.sluice.core.Limit;
import io.sluice.rules.MostPerPeriod;
import io.sluice.rules.Rule;
import io.sluice.rules.RuleSet;
import java.util.List;
import java.util.OptionalLong;

/** Says of each limit of a file how many permits can pass in one period. */
final class MostText {
    private MostText() {}

    /** One line for each rule and limit whose windows are all of one length. */
    static List<String> lines(RuleSet rules) {
        return rules.rules().stream()
                .flatMap(rule -> rule.limits().values().stream()
                        .flatMap(List::stream)
                        .distinct()
                        .filter(limit -> MostPerPeriod.of(limit).isPresent())
                        .map(limit -> line(rule, limit)))
                .toList();
    }

    private static String line(Rule rule, Limit limit) {
        OptionalLong most = MostPerPeriod.of(limit);
        String rate = limit.toString().split(" ", 2)[0];
        String period = rate.substring(rate.indexOf('/') + 1);
        String any = Character.isDigit(period.charAt(0)) ? period : "1" + period;
        String exact = most.getAsLong() > limit.permits() ? "; sliding-log never exceeds " + limit.permits() : "";
        return "  " + rule.name() + ": " + limit + " lets at most " + most.getAsLong() + " pass in " + any + exact;
    }
}
