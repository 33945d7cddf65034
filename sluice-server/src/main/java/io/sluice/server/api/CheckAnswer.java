package io.sluice.server.api;

import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.http.answer.Waits;
import io.sluice.http.field.Field;
import io.sluice.http.field.Standing;
import io.sluice.rules.Rule;
import io.sluice.rules.Ruling;
import io.sluice.rules.WhenLimited;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes what was decided as JSON: the decision, and what to send to the client. */
final class CheckAnswer {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final InForce inForce;
    private final Clock clock;

    CheckAnswer(InForce inForce, Clock clock) {
        this.inForce = inForce;
        this.clock = clock;
    }

    ObjectNode of(Ruling ruling) {
        ObjectNode json = JSON.createObjectNode();
        json.put("allowed", ruling.outcome().passes());
        json.put("outcome", ruling.outcome().name().toLowerCase(Locale.ROOT));
        json.put("status", status(ruling));
        Rule rule = ruling.rule();
        json.put("rule", rule == null ? null : rule.name());
        json.put("key", ruling.key());
        Decision decision = ruling.decision();
        if (decision != null) {
            put(decision, json);
        }
        Map<String, @Nullable Long> waits =
                decision == null ? Waits.ofDelay(ruling.delayNanos()) : Waits.of(decision, ruling.delayNanos());
        waits.forEach(json::put);
        headers(ruling, json.putObject("headers"));
        return json;
    }

    private static void put(Decision decision, ObjectNode json) {
        json.put("limit", decision.limit());
        json.put("remaining", decision.remaining());
        if (decision.blocked()) {
            json.put("blocked", true);
        }
        if (decision.undecided()) {
            json.put("undecided", true);
        }
    }

    private static int status(Ruling ruling) {
        return switch (ruling.outcome()) {
            case UNLIMITED, ALLOWED, DELAYED, REDUCED, DECOY -> 200;
            case DENIED -> 403;
            case REFUSED -> refused(ruling.rule());
        };
    }

    private static int refused(@Nullable Rule rule) {
        return rule != null && rule.whenLimited() instanceof WhenLimited.Status other ? other.status() : 429;
    }

    private void headers(Ruling ruling, ObjectNode headers) {
        Standing standing = switch (ruling.outcome()) {
            case DECOY, DENIED, UNLIMITED -> null;
            default -> Standing.of(ruling);
        };
        if (!ruling.outcome().passes()) {
            headers.put("Cache-Control", "no-store");
        }
        if (standing != null) {
            for (Field field : inForce.fields().of(standing, clock.wallNanos())) {
                headers.put(field.name(), field.value());
            }
        }
    }
}
