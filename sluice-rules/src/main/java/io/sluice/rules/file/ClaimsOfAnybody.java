package io.sluice.rules.file;

import io.sluice.rules.PlanSettings;
import io.sluice.rules.RuleSet;
import io.sluice.rules.Source;
import io.sluice.rules.Source.Trust;

/** A plan or user that anybody may claim, and one that nobody can. */
final class ClaimsOfAnybody implements Doubts.Doubt {
    @Override
    public void look(RuleSet rules, Places places, Doubts.Warnings warnings) {
        PlanSettings plan = rules.plan();
        if (plan != null && plan.source() != null) {
            look("plan", plan.source(), rules, places.of("plan", "from"), warnings);
        }
        rules.clients().identities().forEach((name, source) -> {
            if (!name.equals("api-key") && places.has("clients", name)) {
                look(name, source, rules, places.of("clients", name), warnings);
            }
        });
    }

    private static void look(String what, Source source, RuleSet rules, Place place, Doubts.Warnings warnings) {
        String said = said(source);
        boolean trustsNobody =
                rules.clients().trustedProxies().isEmpty() && rules.clients().hops() == 0;
        if (source instanceof Source.Header header && header.trust() == Trust.TRUSTED_PROXIES) {
            if (trustsNobody) {
                warnings.add(
                        place,
                        "the " + said + " never counts: it is believed from trusted proxies only, and there are none",
                        "say clients: { ip: { trusted-proxies: [10.0.0.0/8] } }");
            } else if (trustsEverybody(rules)) {
                warnings.add(
                        place,
                        "anybody may send the " + said + ", because every address is trusted",
                        "name the proxies' own networks in clients.ip.trusted-proxies");
            }
        } else if (what.equals("plan") && !(source instanceof Source.Jwt)) {
            warnings.add(
                    place,
                    "anybody may claim a plan by the " + said,
                    "take it from a signed token (jwt), from a file, or from a header of trusted proxies");
        } else if (source instanceof Source.Header) {
            warnings.add(
                    place,
                    "anybody may claim to be another " + what + " by the " + said,
                    "leave out trust: anybody, or take it from a signed token (jwt)");
        }
    }

    private static boolean trustsEverybody(RuleSet rules) {
        return rules.clients().trustedProxies().stream().anyMatch(cidr -> cidr.endsWith("/0"));
    }

    private static String said(Source source) {
        if (source instanceof Source.Header header) {
            return "header " + header.name();
        }
        if (source instanceof Source.Cookie cookie) {
            return "cookie " + cookie.name();
        }
        return source instanceof Source.Query query ? "query parameter " + query.name() : "token";
    }
}
