package io.sluice.server.gateway.http2;

import io.sluice.http.client.ClientAddress;
import io.sluice.http.field.Fields;
import io.sluice.http.field.UpstreamFields;
import io.sluice.http.path.PathNormal;
import io.sluice.rules.RuleSet;

/**
 * What the rules in force say about passing requests on.
 *
 * @param clients whose forwarding headers are believed
 */
record RuleView(RuleSet rules, ClientAddress clients, PathNormal paths, UpstreamFields fields) {
    static RuleView of(RuleSet rules) {
        return new RuleView(
                rules,
                new ClientAddress(rules.clients()),
                new PathNormal(rules.paths()),
                new UpstreamFields(Fields.of(rules.headers()).presets()));
    }
}
