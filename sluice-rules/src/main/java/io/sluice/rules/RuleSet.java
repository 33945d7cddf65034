package io.sluice.rules;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a rule file says, read and found to be right; a value. Defaults are filled in.
 *
 * @param source the file it was read from, for messages
 * @param headers names of the presets of header fields that answers carry
 * @param plan null if the file knows no plans
 */
public record RuleSet(
        String source,
        StoreSettings store,
        List<String> headers,
        ClientSettings clients,
        PathSettings paths,
        @Nullable PlanSettings plan,
        List<ListEntry> allow,
        List<ListEntry> deny,
        List<Rule> rules) {
    public RuleSet {
        headers = List.copyOf(headers);
        allow = List.copyOf(allow);
        deny = List.copyOf(deny);
        rules = List.copyOf(rules);
    }
}
