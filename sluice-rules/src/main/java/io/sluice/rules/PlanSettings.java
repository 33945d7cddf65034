package io.sluice.rules;

import io.sluice.rules.plan.PlanLookup;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the plan of a request is found: an override, else the source and the lookup, else the default.
 *
 * @param source null if it is not in the request
 * @param lookup null if no file says who has which
 * @param lookupFirst whether the lookup goes before the source
 * @param standard for clients of whom nothing, or no known plan, is said
 * @param anonymous for requests that bring no identity at all; null: as {@code standard}
 * @param overrides from {@code user:ann} or {@code api-key:k1} to a plan
 * @param names every plan that a rule or this says a word about
 */
public record PlanSettings(
        @Nullable Source source,
        @Nullable PlanLookup lookup,
        boolean lookupFirst,
        String standard,
        @Nullable String anonymous,
        Map<String, String> overrides,
        Set<String> names) {
    public PlanSettings {
        overrides = Map.copyOf(overrides);
        names = Set.copyOf(names);
    }

    /** Where the source goes first. */
    public PlanSettings(
            @Nullable Source source,
            @Nullable PlanLookup lookup,
            String standard,
            @Nullable String anonymous,
            Map<String, String> overrides,
            Set<String> names) {
        this(source, lookup, false, standard, anonymous, overrides, names);
    }
}
