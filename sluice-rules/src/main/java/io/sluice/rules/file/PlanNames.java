package io.sluice.rules.file;

import io.sluice.rules.file.Node.Entry;
import io.sluice.rules.file.Node.Mapping;
import io.sluice.rules.file.Node.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The plans that rules have limits for, and whether every plan has one in each. */
final class PlanNames {
    static final String OTHERWISE = "otherwise";

    private final Problems problems;
    /** In lower case, to where each stands first. */
    private final Map<String, Scalar> seen = new LinkedHashMap<>();

    private final List<Mapping> maps = new ArrayList<>();

    PlanNames(Problems problems) {
        this.problems = problems;
    }

    /** A rule with these limits by plan. */
    void limited(Mapping byPlan) {
        maps.add(byPlan);
        for (Entry entry : byPlan.entries()) {
            if (!entry.name().equals(OTHERWISE)) {
                spelledAlike(entry.key());
            }
        }
    }

    private void spelledAlike(Scalar name) {
        Scalar first = seen.putIfAbsent(name.value().toLowerCase(Locale.ROOT), name);
        if (first != null && !first.value().equals(name.value())) {
            problems.error(
                    name.place(),
                    "plan " + name.shown() + " differs from " + first.shown() + " on line "
                            + first.place().line() + " only in case",
                    "write " + first.shown());
        }
    }

    /** A plan that clients have: fine if every rule with limits by plan has one for it. */
    void used(Scalar name) {
        boolean everywhere = maps.stream().allMatch(map -> map.has(OTHERWISE));
        Scalar first = seen.get(name.value().toLowerCase(Locale.ROOT));
        if (first != null) {
            spelledAlike(name);
        } else if (!everywhere) {
            List<String> known = seen.values().stream().map(Scalar::value).toList();
            problems.error(
                    name.place(), "no rule has a limit for plan " + name.shown(), Nearest.orAll(name.value(), known));
        }
    }

    /** Tells of each rule that leaves out a plan which another names, and has no {@code otherwise}. */
    void checkCoverage() {
        for (Mapping map : maps) {
            List<String> missing = map.has(OTHERWISE) ? List.of() : missing(map);
            if (!missing.isEmpty()) {
                problems.error(
                        map.place(),
                        "no limit for plan " + String.join(", ", missing),
                        "add " + missing.get(0) + ": 100/h, or otherwise: 100/h for all others");
            }
        }
    }

    private List<String> missing(Mapping map) {
        Set<String> has = map.entries().stream()
                .map(entry -> entry.name().toLowerCase(Locale.ROOT))
                .collect(java.util.stream.Collectors.toSet());
        return seen.entrySet().stream()
                .filter(plan -> !has.contains(plan.getKey()))
                .map(plan -> plan.getValue().value())
                .toList();
    }

    /** Tells that nothing says who has which plan. */
    void needSettings() {
        for (Mapping map : maps) {
            problems.error(
                    map.place(),
                    "limits by plan, but the file does not say who has which",
                    "add plan: { from: { header: X-Plan }, default: free }");
        }
    }

    List<String> all() {
        return seen.values().stream().map(Scalar::value).toList();
    }
}
