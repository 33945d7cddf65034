package io.sluice.rules;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rule sets and requests for tests. */
final class Rules {
    private static final StoreSettings MEMORY =
            new StoreSettings(null, "strict", "local", Duration.ofMillis(20), null, "sluice:", 1_000_000);
    private static final ClientSettings CLIENTS = new ClientSettings(
            List.of(),
            "none",
            0,
            64,
            Map.of("user", new Source.Header("X-User", Source.Trust.ANYBODY, Source.Fold.EXACT)));

    private Rules() {}

    static RuleSet of(RuleBuilder... rules) {
        return with(null, rules);
    }

    static RuleSet with(@Nullable PlanSettings plan, RuleBuilder... rules) {
        return lists(List.of(), List.of(), plan, rules);
    }

    static RuleSet lists(
            List<ListEntry> allow, List<ListEntry> deny, @Nullable PlanSettings plan, RuleBuilder... rules) {
        return new RuleSet(
                "test.yaml",
                MEMORY,
                List.of(),
                CLIENTS,
                PathSettings.DEFAULT,
                plan,
                allow,
                deny,
                Arrays.stream(rules).map(RuleBuilder::build).toList());
    }

    /** {@code POST /login}, or a path alone, and attributes as {@code ip=203.0.113.9}. */
    static Attributes request(String line, String... attributes) {
        int space = line.indexOf(' ');
        Map<String, String> all = new LinkedHashMap<>();
        all.put("method", space < 0 ? "GET" : line.substring(0, space));
        all.put("path", line.substring(space + 1));
        for (String attribute : attributes) {
            int equals = attribute.indexOf('=');
            all.put(attribute.substring(0, equals), attribute.substring(equals + 1));
        }
        return Attributes.of(all);
    }
}
