package io.sluice.server.admin;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.http.answer.Waits;
import io.sluice.http.path.PathNormal;
import io.sluice.http.path.PathReadings;
import io.sluice.rules.Attributes;
import io.sluice.rules.Explanation;
import io.sluice.server.limits.Limits;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Which rules would count a request, by which keys, and what they would answer now; nothing is counted. */
final class Explained {
    private static final long PATIENCE_SECONDS = 70;

    private Explained() {}

    /** Every query parameter is an attribute, named as in rule files: {@code ?method=POST&path=/login&ip=203.0.113.9}. */
    static Map<String, Object> of(Limits limits, AdminRequest request) {
        Map<String, String> values = new LinkedHashMap<>();
        request.query().forEach((name, all) -> values.put(name, all.get(0)));
        values.putIfAbsent("method", "GET");
        String raw = request.parameter("path", "/login");
        String path = new PathNormal(limits.rules().paths()).of(raw);
        values.put("path", path == null ? raw : path);
        if (path == null || !PathReadings.agree(raw, Attributes.of(values), limits.engine())) {
            throw new IllegalArgumentException("the path " + raw + " is ambiguous, and would be answered 400");
        }
        Explanation why = limits.engine()
                .explain(Attributes.of(values))
                .toCompletableFuture()
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("attributes", values);
        shown.put("plan", why.plan());
        shown.put("listed", why.listed() == null ? null : why.listed().name().toLowerCase(Locale.ROOT));
        shown.put("rules", why.rules().stream().map(Explained::shown).toList());
        return shown;
    }

    private static Map<String, Object> shown(Explanation.Explained one) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("rule", one.rule().name());
        shown.put("counts", one.counts());
        Decision decision = one.decision();
        if (!one.counts() || decision == null) {
            shown.put("why", one.why());
            return shown;
        }
        shown.put("enforced", one.enforced());
        shown.put("key", one.key());
        shown.put("limits", one.limits().stream().map(Limit::toString).toList());
        shown.put("cost", one.cost());
        shown.put("allowed", decision.allowed());
        shown.put("remaining", decision.remaining());
        shown.putAll(Waits.of(decision));
        return shown;
    }
}
