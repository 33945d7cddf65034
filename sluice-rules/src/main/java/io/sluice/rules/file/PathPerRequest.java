package io.sluice.rules.file;

import io.sluice.rules.Attribute;
import io.sluice.rules.Rule;
import io.sluice.rules.RuleSet;
import io.sluice.rules.match.PathPattern;

/** Counting per path, where every path is another: no counter ever fills. */
final class PathPerRequest implements Doubts.RuleDoubt {
    @Override
    public void look(Rule rule, RuleSet rules, Places places, Doubts.Warnings warnings) {
        boolean perPath = rule.per().stream()
                .flatMap(per -> per.choices().stream())
                .anyMatch(choice -> choice.attribute().equals(Attribute.PATH));
        if (perPath && isOpen(rule.match().path())) {
            warnings.add(
                    places.of(rule, "per"),
                    "rule " + rule.name() + " counts every path apart, so that /items/1 and /items/2 have a limit each",
                    "per: endpoint counts by the pattern");
        }
    }

    private static boolean isOpen(@org.jspecify.annotations.Nullable PathPattern path) {
        return path == null || path.toString().contains("*") || path.toString().contains("{");
    }
}
