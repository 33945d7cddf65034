package io.sluice.server.admin;

import io.sluice.core.Limit;
import io.sluice.rules.Per;
import io.sluice.rules.Rule;
import io.sluice.rules.match.Match;
import io.sluice.rules.monitor.Fate;
import io.sluice.rules.monitor.Report;
import io.sluice.rules.reload.Reloads;
import io.sluice.server.limits.Limits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The rules in force, where they come from, and what has become of requests at each. */
final class RulesShown {
    private RulesShown() {}

    static Map<String, Object> of(Limits limits) {
        Map<String, Report.OfRule> counts = limits.monitor().report().rules().stream()
                .collect(Collectors.toMap(Report.OfRule::rule, counted -> counted));
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("source", limits.rules().source());
        shown.put("reloads", Map.of("taken", Reloads.RULES.taken(), "bad", Reloads.RULES.bad()));
        shown.put("headers", limits.rules().headers());
        shown.put(
                "rules",
                limits.rules().rules().stream()
                        .map(rule -> shown(rule, counts.get(rule.name())))
                        .toList());
        return shown;
    }

    private static Map<String, Object> shown(Rule rule, Report.@org.jspecify.annotations.Nullable OfRule counted) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("name", rule.name());
        shown.put("match", match(rule.match()));
        shown.put("per", rule.per().stream().map(RulesShown::per).toList());
        shown.put("limits", limits(rule.limits()));
        if (!rule.overrides().isEmpty()) {
            shown.put("overrides", limits(rule.overrides()));
        }
        shown.put("mode", rule.mode().name().toLowerCase(Locale.ROOT));
        shown.put("enforced", rule.enforced());
        shown.put("priority", rule.priority());
        shown.put("whenLimited", rule.whenLimited().getClass().getSimpleName().toLowerCase(Locale.ROOT));
        shown.put("requests", counted == null ? Map.of() : requests(counted));
        return shown;
    }

    private static String match(Match match) {
        if (match.scope() != Match.Scope.SOME) {
            return match.scope().name().toLowerCase(Locale.ROOT);
        }
        List<String> parts = new ArrayList<>(new TreeSet<>(match.methods()));
        if (match.path() != null) {
            parts.add(match.path().toString());
        }
        match.conditions()
                .forEach(condition -> parts.add(condition.attribute() + "=" + String.join("|", condition.globs())));
        return String.join(" ", parts);
    }

    private static String per(Per per) {
        return per.choices().stream()
                        .map(choice -> choice.attribute().toString())
                        .collect(Collectors.joining(" or "))
                + (per.orElse() == Per.OrElse.SKIP ? " or skip" : "");
    }

    /** By plan; {@code otherwise} for every other. */
    private static Map<String, List<String>> limits(Map<String, List<Limit>> limits) {
        Map<String, List<String>> shown = new TreeMap<>();
        limits.forEach((plan, of) -> shown.put(
                plan.equals(Rule.EVERY_PLAN) ? "otherwise" : plan,
                of.stream().map(Limit::toString).toList()));
        return shown;
    }

    private static Map<String, Long> requests(Report.OfRule counted) {
        Map<String, Long> shown = new LinkedHashMap<>();
        for (Fate fate : Fate.values()) {
            long count = counted.count(fate);
            if (count > 0) {
                shown.put(fate.toString(), count);
            }
        }
        return shown;
    }
}
