package io.sluice.server.limits;

import io.sluice.core.Clock;
import io.sluice.core.Store;
import io.sluice.redis.Consistency;
import io.sluice.redis.RedisStore;
import io.sluice.redis.failure.OnFailure;
import io.sluice.rules.StoreSettings;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The store that the rule file asks for, open.
 *
 * @param redis the same store where it is a Redis; null in memory
 */
public record OpenStore(Store store, @Nullable RedisStore redis, StoreSettings settings) {
    /** @throws IllegalArgumentException if the URL is none of a Redis, with what would be right */
    static OpenStore open(StoreSettings settings, Clock clock) {
        String url = settings.url();
        if (url == null) {
            return new OpenStore(settings.inMemory(clock), null, settings);
        }
        RedisStore redis = redis(url, settings);
        return new OpenStore(redis, redis, settings);
    }

    private static RedisStore redis(String url, StoreSettings settings) {
        RedisStore.Builder builder = RedisStore.builder(url)
                .consistency(Consistency.valueOf(settings.consistency().toUpperCase(Locale.ROOT)))
                .onFailure(OnFailure.valueOf(settings.onFailure().toUpperCase(Locale.ROOT)))
                .budget(settings.budget())
                .prefix(settings.prefix());
        Integer instances = settings.instances();
        return (instances == null ? builder : builder.instances(instances)).build();
    }

    /** The same but for the URL; null leaves it. */
    static StoreSettings at(@Nullable String url, StoreSettings settings) {
        return url == null
                ? settings
                : new StoreSettings(
                        url,
                        settings.consistency(),
                        settings.onFailure(),
                        settings.budget(),
                        settings.instances(),
                        settings.prefix(),
                        settings.maxKeys());
    }
}
