package io.sluice.rules.file;

import io.sluice.rules.Rule;
import io.sluice.rules.RuleSet;
import java.util.List;

/** Warns of what a file may say but hardly means. Only files without errors are looked at. */
final class Doubts {
    /** Looks for one kind of slip. */
    interface Doubt {
        void look(RuleSet rules, Places places, Warnings warnings);
    }

    /** Looks for a slip inside one rule. */
    interface RuleDoubt extends Doubt {
        void look(Rule rule, RuleSet rules, Places places, Warnings warnings);

        @Override
        default void look(RuleSet rules, Places places, Warnings warnings) {
            rules.rules().forEach(rule -> look(rule, rules, places, warnings));
        }
    }

    /** Where warnings go. */
    interface Warnings {
        void add(Place place, String what, String right);
    }

    private static final List<Doubt> ALL = List.of(
            new NeverMatches(),
            new NeverBinds(),
            new NeverPasses(),
            new PathPerRequest(),
            new TwiceTheLimit(),
            new EverybodyBehindOneAddress(),
            new ClaimsOfAnybody(),
            new RoutesThatNeverFit(),
            new TargetsNotVerified());

    private Doubts() {}

    static void look(Node root, RuleSet rules, Problems problems) {
        Places places = new Places(root);
        ALL.forEach(doubt -> doubt.look(rules, places, problems::warning));
    }
}
