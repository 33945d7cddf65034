package io.sluice.rules.file;

import io.sluice.rules.Attribute;
import io.sluice.rules.Per;
import io.sluice.rules.Per.OrElse;
import io.sluice.rules.Rule;
import io.sluice.rules.RuleSet;
import io.sluice.rules.match.PathPattern;
import java.util.Set;

/** Addresses count, and the file does not say whose forwarding headers are believed: behind a proxy, all clients are one. */
final class EverybodyBehindOneAddress implements Doubts.Doubt {
    /** What every request has. */
    private static final Set<Attribute> ALWAYS =
            Set.of(Attribute.METHOD, Attribute.PATH, Attribute.ENDPOINT, Attribute.HOST, Attribute.PLAN);

    @Override
    public void look(RuleSet rules, Places places, Doubts.Warnings warnings) {
        if (places.has("clients", "ip", "trusted-proxies") || places.has("clients", "ip", "hops")) {
            return;
        }
        rules.rules().stream()
                .filter(EverybodyBehindOneAddress::countsAddresses)
                .findFirst()
                .ifPresent(rule -> warnings.add(
                        places.of(rule, "per"),
                        "rule " + rule.name() + " counts by address; behind a proxy all clients would have the proxy's",
                        "say clients: { ip: { trusted-proxies: [10.0.0.0/8] } }, or [] if there is no proxy"));
    }

    private static boolean countsAddresses(Rule rule) {
        return rule.per().stream().anyMatch(per -> isAddress(per, rule));
    }

    private static boolean isAddress(Per per, Rule rule) {
        boolean mayLack = per.choices().stream().noneMatch(choice -> isThere(choice.attribute(), rule));
        boolean named =
                per.choices().stream().anyMatch(choice -> choice.attribute().equals(Attribute.IP));
        return named || (mayLack && per.orElse() == OrElse.IP);
    }

    private static boolean isThere(Attribute attribute, Rule rule) {
        PathPattern path = rule.match().path();
        return ALWAYS.contains(attribute) || (path != null && path.variables().contains(attribute.name()));
    }
}
