package io.sluice.http;

import io.sluice.core.Clock;
import io.sluice.http.client.ClientAddress;
import io.sluice.http.client.Identity;
import io.sluice.http.client.Suspicion;
import io.sluice.http.path.PathNormal;
import io.sluice.rules.Attribute;
import io.sluice.rules.RuleSet;
import io.sluice.rules.Source;
import io.sluice.rules.match.Match;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How one rule file wants requests to be read. */
final class RequestReader {
    final RuleSet rules;
    final ClientAddress clientAddress;
    final Map<String, Identity> identities;
    final @Nullable Identity plan;
    final PathNormal paths;
    final Suspicion suspicion;
    /** A limit on GET holds for HEAD too, unless the rules speak of HEAD themselves. */
    final boolean headIsGet;

    final Clock clock;

    RequestReader(RuleSet rules, Clock clock) {
        this.rules = rules;
        this.clock = clock;
        this.clientAddress = new ClientAddress(rules.clients());
        this.identities = identities(rules.clients().identities());
        Source planSource = rules.plan() == null ? null : rules.plan().source();
        this.plan = planSource == null ? null : new Identity(planSource);
        this.headIsGet = rules.rules().stream().noneMatch(rule -> namesHead(rule.match()));
        this.paths = new PathNormal(rules.paths());
        this.suspicion = new Suspicion(rules);
    }

    private static Map<String, Identity> identities(Map<String, Source> sources) {
        Map<String, Identity> identities = new HashMap<>();
        sources.forEach((name, source) -> identities.put(name, new Identity(source)));
        return identities;
    }

    private static boolean namesHead(Match match) {
        return match.methods().contains("HEAD")
                || match.conditions().stream()
                        .anyMatch(condition -> condition.attribute().equals(Attribute.METHOD)
                                && condition.globs().contains("HEAD"));
    }
}
