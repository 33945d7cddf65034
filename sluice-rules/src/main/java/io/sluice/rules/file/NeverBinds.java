package io.sluice.rules.file;

import io.sluice.core.Limit;
import io.sluice.core.Limit.Kind;
import io.sluice.rules.Cost;
import io.sluice.rules.Rule;
import io.sluice.rules.Rule.Mode;
import io.sluice.rules.RuleSet;
import io.sluice.rules.match.Match.Scope;
import java.util.List;

/** A limit that refuses nobody, because another that counts the same is tighter. */
final class NeverBinds implements Doubts.RuleDoubt {
    @Override
    public void look(Rule rule, RuleSet rules, Places places, Doubts.Warnings warnings) {
        rule.limits().forEach((plan, limits) -> {
            for (int i = 0; i < limits.size(); i++) {
                String by = tighter(limits, i);
                by = by.isEmpty() ? tighterElsewhere(limits.get(i), rule, plan, rules) : by;
                if (!by.isEmpty()) {
                    String of = plan.isEmpty() ? "" : " of plan " + plan;
                    warnings.add(
                            places.of(rule, "limit"),
                            limits.get(i) + of + " never refuses anybody: " + by + " is tighter",
                            "leave one of them out");
                }
            }
        });
    }

    /** Of two equal limits only the second is one too many. */
    private static String tighter(List<Limit> limits, int at) {
        Limit limit = limits.get(at);
        for (int i = 0; i < limits.size(); i++) {
            Limit other = limits.get(i);
            if (i != at && implies(other, limit) && (i < at || !implies(limit, other))) {
                return other.toString();
            }
        }
        return "";
    }

    private static String tighterElsewhere(Limit limit, Rule rule, String plan, RuleSet rules) {
        for (Rule other : rules.rules()) {
            for (Limit its : isPassedToo(other, rule) ? limitsOf(other, plan) : List.<Limit>of()) {
                if (implies(its, limit) && !implies(limit, its)) {
                    return its + " of rule " + other.name();
                }
            }
        }
        return "";
    }

    private static List<Limit> limitsOf(Rule rule, String plan) {
        List<Limit> every = rule.limits().getOrDefault(Rule.EVERY_PLAN, List.of());
        return rule.limits().getOrDefault(plan, every);
    }

    /** Whether all that {@code rule} counts is counted by the other too, by the same keys. */
    private static boolean isPassedToo(Rule other, Rule rule) {
        boolean always = other.mode() == Mode.ENFORCE
                && other.active() == null
                && other.enforced() == 100
                && other.overrides().isEmpty();
        boolean covers =
                other.match().scope() == Scope.EVERYTHING || other.match().equals(rule.match());
        boolean alike = other.per().equals(rule.per())
                && other.cost().equals(Cost.ONE)
                && rule.cost().equals(Cost.ONE);
        return !other.name().equals(rule.name()) && always && covers && alike;
    }

    /** Whether whatever the first lets pass, the second lets pass too. */
    static boolean implies(Limit first, Limit second) {
        if (second.equals(Limit.unlimited())) {
            return false;
        }
        if (isBucket(second)) {
            return keepsTo(first) && first.capacity() <= second.capacity() && isNoFaster(first, second);
        }
        return isBucket(first) && mostWithin(first, second.periodNanos()) <= second.permits();
    }

    private static boolean isBucket(Limit limit) {
        return switch (limit.kind()) {
            case TOKEN_BUCKET, LEAKY_BUCKET, LEAKY_QUEUE -> true;
            default -> false;
        };
    }

    /** Whether it never gives more than its capacity at once; windows may, where they meet. */
    private static boolean keepsTo(Limit limit) {
        return isBucket(limit) || limit.kind() == Kind.SLIDING_LOG || limit.kind() == Kind.SUB_WINDOWS;
    }

    private static boolean isNoFaster(Limit first, Limit second) {
        return (double) first.permits() * second.periodNanos() <= (double) second.permits() * first.periodNanos();
    }

    /** The most a bucket gives in a time that long. */
    private static double mostWithin(Limit bucket, long nanos) {
        return bucket.capacity() + Math.floor((double) bucket.permits() * nanos / bucket.periodNanos());
    }
}
