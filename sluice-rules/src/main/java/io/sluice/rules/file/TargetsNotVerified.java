package io.sluice.rules.file;

import io.sluice.rules.RuleSet;
import io.sluice.rules.UpstreamSettings;

/** TLS to an upstream that anybody in between could be. */
final class TargetsNotVerified implements Doubts.Doubt {
    @Override
    public void look(RuleSet rules, Places places, Doubts.Warnings warnings) {
        for (UpstreamSettings upstream : rules.upstreams()) {
            if (!upstream.tls().verify()) {
                warnings.add(
                        places.of("upstreams", upstream.name(), "tls", "verify"),
                        "anybody in between can answer for upstream " + upstream.name(),
                        "name the authority with ca: instead");
            }
        }
    }
}
