package io.sluice.server.admin;

import io.sluice.redis.RedisStore;
import io.sluice.redis.failure.Health;
import io.sluice.rules.MemoryUse;
import io.sluice.rules.StoreSettings;
import io.sluice.server.limits.Limits;
import io.sluice.server.limits.OpenStore;
import java.util.LinkedHashMap;
import java.util.Map;

/** How the store is doing. */
final class StoreShown {
    private StoreShown() {}

    static Map<String, Object> of(Limits limits) {
        OpenStore open = limits.openStore();
        RedisStore redis = open.redis();
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("store", redis == null ? "memory" : "redis");
        if (redis == null) {
            shown.put("maxKeys", open.settings().maxKeys());
        } else {
            shown.putAll(settings(open.settings()));
            shown.putAll(health(redis.health()));
        }
        MemoryUse use = limits.engine().memoryUse();
        shown.put("keysInMemory", use.keys());
        shown.put("evictions", use.evictions());
        return shown;
    }

    private static Map<String, Object> settings(StoreSettings settings) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("url", withoutPassword(String.valueOf(settings.url())));
        shown.put("consistency", settings.consistency());
        shown.put("onFailure", settings.onFailure());
        shown.put("budgetMillis", settings.budget().toMillis());
        return shown;
    }

    private static Map<String, Object> health(Health health) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("up", health.up());
        shown.put(
                "phase",
                health.phase().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
        shown.put("failures", health.failures());
        shown.put("timeouts", health.timeouts());
        shown.put("fallbacks", health.fallbacks());
        health.lastFailure().ifPresent(failure -> {
            shown.put("lastFailure", failure.cause());
            shown.put("lastFailureAt", failure.at().toString());
        });
        return shown;
    }

    private static String withoutPassword(String url) {
        int at = url.lastIndexOf('@');
        int start = url.indexOf("://") + 3;
        return at < start ? url : url.substring(0, start) + "***" + url.substring(at);
    }
}
