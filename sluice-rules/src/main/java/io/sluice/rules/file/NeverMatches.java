package io.sluice.rules.file;

import io.sluice.rules.Attribute;
import io.sluice.rules.Attribute.Kind;
import io.sluice.rules.ListEntry;
import io.sluice.rules.Rule;
import io.sluice.rules.RuleSet;
import io.sluice.rules.list.Cidr;
import io.sluice.rules.match.Condition;
import io.sluice.rules.match.Match;
import io.sluice.rules.match.Match.Scope;
import io.sluice.rules.match.PathPattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A rule that no request can be about. */
final class NeverMatches implements Doubts.RuleDoubt {
    @Override
    public void look(Rule rule, RuleSet rules, Places places, Doubts.Warnings warnings) {
        String why = rule.match().scope() == Scope.OTHERWISE ? takenBy(rules) : unreachable(rule, rules);
        if (why != null) {
            warnings.add(places.of(rule, "match"), "rule " + rule.name() + " can never match: " + why, "");
        }
    }

    /** What no other rule matches is nothing, where one matches everything. */
    private static @Nullable String takenBy(RuleSet rules) {
        return rules.rules().stream()
                .filter(other -> isAll(other.match()))
                .findFirst()
                .map(other -> "rule " + other.name() + " matches every request")
                .orElse(null);
    }

    private static boolean isAll(Match match) {
        PathPattern path = match.path();
        boolean anyPath = path == null || path.toString().equals("/**");
        return match.scope() == Scope.SOME
                && match.methods().isEmpty()
                && match.conditions().isEmpty()
                && anyPath;
    }

    private static @Nullable String unreachable(Rule rule, RuleSet rules) {
        for (Condition condition : rule.match().conditions()) {
            if (condition.attribute().equals(Attribute.PLAN) && !knows(rules, condition)) {
                return "there is no plan " + String.join(" or ", condition.globs());
            }
            if (condition.attribute().kind() == Kind.IP && isListed(condition, rules.deny())) {
                return "its addresses are on the deny list";
            }
            if (condition.attribute().kind() == Kind.IP && isListed(condition, rules.allow())) {
                return "its addresses are on the allow list";
            }
        }
        return null;
    }

    private static boolean knows(RuleSet rules, Condition condition) {
        return condition.globs().stream()
                .anyMatch(glob -> glob.contains("*")
                        || glob.contains("?")
                        || (rules.plan() != null && rules.plan().names().contains(glob)));
    }

    private static boolean isListed(Condition condition, List<ListEntry> list) {
        return condition.globs().stream().allMatch(glob -> list.stream().anyMatch(entry -> covers(entry, glob)));
    }

    private static boolean covers(ListEntry entry, String network) {
        return entry instanceof ListEntry.Network listed && covers(Cidr.parse(listed.cidr()), Cidr.parse(network));
    }

    private static boolean covers(Cidr wide, Cidr narrow) {
        return wide.contains(narrow.network()) && wide.prefix() <= narrow.prefix();
    }
}
