package io.sluice.server.gateway;

import io.sluice.http.client.ClientAddress;
import io.sluice.http.field.Fields;
import io.sluice.http.field.UpstreamFields;
import io.sluice.http.path.PathNormal;
import io.sluice.rules.RuleSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What follows from the rules in force for what passes through.
 *
 * @param clients whose word about forwarding counts
 * @param fieldNames in lower case: the names that {@code upstreamFields} answers for
 */
record RuleView(
        RuleSet rules, ClientAddress clients, PathNormal paths, UpstreamFields upstreamFields, Set<String> fieldNames) {
    static RuleView of(RuleSet rules) {
        UpstreamFields fields = new UpstreamFields(Fields.of(rules.headers()).presets());
        return new RuleView(
                rules,
                new ClientAddress(rules.clients()),
                new PathNormal(rules.paths()),
                fields,
                fields.names().stream()
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .collect(Collectors.toSet()));
    }
}
