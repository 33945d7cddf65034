package io.sluice.server.limits;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.sluice.redis.RedisStore;

/** How a Redis is doing, as meters: {@code sluice.store.up}, {@code .failures}, {@code .timeouts}, {@code .fallbacks} and {@code .awake}. */
record StoreMeters(RedisStore store) implements MeterBinder {
    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("sluice.store.up", store, it -> it.health().up() ? 1 : 0)
                .description("1 while Redis answers, 0 while it does not, as the last tries said")
                .strongReference(true)
                .register(registry);
        FunctionCounter.builder(
                        "sluice.store.failures", store, it -> it.health().failures())
                .description("questions that Redis failed to answer")
                .register(registry);
        FunctionCounter.builder(
                        "sluice.store.timeouts", store, it -> it.health().timeouts())
                .description("questions that Redis did not answer within the budget")
                .register(registry);
        FunctionCounter.builder(
                        "sluice.store.awake", store, it -> it.awakeTime().toNanos() / 1e9)
                .baseUnit("seconds")
                .description("time that threads looked for replies of Redis instead of sleeping")
                .register(registry);
        FunctionCounter.builder(
                        "sluice.store.fallbacks", store, it -> it.health().fallbacks())
                .description("questions answered without Redis")
                .register(registry);
    }
}
