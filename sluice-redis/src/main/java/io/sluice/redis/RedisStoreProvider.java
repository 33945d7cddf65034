package io.sluice.redis;

import io.sluice.core.StoreProvider;
import io.sluice.redis.failure.OnFailure;
import java.util.Locale;

/** Opens the Redis that a rule file names; found by {@link StoreProvider#find}. */
public final class RedisStoreProvider implements StoreProvider {
    /** For {@link java.util.ServiceLoader}. */
    public RedisStoreProvider() {}

    @Override
    public boolean supports(String scheme) {
        return scheme.toLowerCase(Locale.ROOT).startsWith("redis");
    }

    @Override
    public RedisStore open(Settings settings) {
        RedisStore.Builder builder = RedisStore.builder(settings.url())
                .consistency(Consistency.valueOf(settings.consistency().toUpperCase(Locale.ROOT)))
                .onFailure(OnFailure.valueOf(settings.onFailure().toUpperCase(Locale.ROOT)))
                .budget(settings.budget())
                .prefix(settings.prefix())
                .awakePercent(settings.awakePercent());
        Integer instances = settings.instances();
        return (instances == null ? builder : builder.instances(instances)).build();
    }
}
