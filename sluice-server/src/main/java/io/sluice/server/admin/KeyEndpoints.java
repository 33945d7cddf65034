package io.sluice.server.admin;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.http.answer.Waits;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.Usage;
import io.sluice.rules.file.DurationText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** What can be asked about a key, and done to it. */
final class KeyEndpoints {
    private static final long PATIENCE_SECONDS = 70;

    private final RuleEngine engine;

    KeyEndpoints(RuleEngine engine) {
        this.engine = engine;
    }

    List<Endpoint> all() {
        return List.of(
                Endpoint.read("/api/usage", request -> usage(request.parameter("key", "login|ip:203.0.113.9"))),
                Endpoint.write("/api/reset", request -> reset(Asked.of(request, "key"))),
                Endpoint.write("/api/refund", request -> refund(Asked.of(request, "key", "permits"))),
                Endpoint.write("/api/block", request -> block(Asked.of(request, "key", "duration"))),
                Endpoint.write("/api/unblock", request -> unblock(Asked.of(request, "key"))));
    }

    private Reply usage(String key) {
        return shown(key, engine.usage(key));
    }

    private Reply reset(Asked asked) {
        return after(engine.reset(asked.key()), asked.key());
    }

    private Reply refund(Asked asked) {
        return after(engine.refund(asked.key(), asked.number("permits")), asked.key());
    }

    private Reply block(Asked asked) {
        String text = asked.text("duration", "15m");
        Duration duration = DurationText.of(text);
        if (duration == null) {
            throw new IllegalArgumentException("duration is " + text + "; write 100ms, 5s, 15m, 2h or 1d, up to 366d");
        }
        return after(engine.block(asked.key(), duration), asked.key());
    }

    private Reply unblock(Asked asked) {
        return after(engine.unblock(asked.key()), asked.key());
    }

    private Reply after(CompletionStage<List<Usage>> done, String key) {
        return shown(key, done.thenCompose(before -> engine.usage(key)));
    }

    /** A store answers within its budget, a minute at most. */
    private static Reply shown(String key, CompletionStage<List<Usage>> usage) {
        List<Usage> all = usage.toCompletableFuture()
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("key", key);
        shown.put("counters", all.stream().map(KeyEndpoints::shown).toList());
        return Reply.json(shown);
    }

    private static Map<String, Object> shown(Usage usage) {
        Decision state = usage.state();
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("name", usage.name());
        shown.put("limits", usage.limits().stream().map(Limit::toString).toList());
        shown.put("limit", state.limit());
        shown.put("remaining", state.remaining());
        shown.put("blocked", state.blocked());
        shown.putAll(Waits.of(state));
        return shown;
    }
}
