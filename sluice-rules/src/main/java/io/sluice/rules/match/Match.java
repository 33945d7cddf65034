package io.sluice.rules.match;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which requests a rule is about: all that is said must hold.
 *
 * @param methods empty: every method
 * @param path null: every path
 */
public record Match(
        Scope scope, Set<String> methods, @Nullable PathPattern path, List<Condition> conditions) {
    /** How a rule takes part. */
    public enum Scope {
        /** No {@code match}: every request, and it does not count as matched. */
        EVERYTHING,
        SOME,
        /** What no other rule with a match matched. */
        OTHERWISE
    }

    public static final Match EVERYTHING = new Match(Scope.EVERYTHING, Set.of(), null, List.of());
    public static final Match OTHERWISE = new Match(Scope.OTHERWISE, Set.of(), null, List.of());

    public Match {
        methods = Set.copyOf(methods);
        conditions = List.copyOf(conditions);
    }
}
