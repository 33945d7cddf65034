/**
 * For tests of what uses Sluice: a real Redis, and what every store must do.
 *
 * <p>Time in tests is moved by hand: whatever is limited is given a {@link io.sluice.core.ManualClock}, and nobody sleeps.
 *
 * <pre>{@code
 * ManualClock clock = new ManualClock();
 * try (Store store = Store.memory(clock)) {
 *     AsyncRateLimiter limiter = store.limiter("login", Limit.parse("5/15m sliding-log"));
 *     limiter.tryAcquire("ann", 5);
 *     clock.advance(Duration.ofMinutes(14));
 *     assertThat(limiter.tryAcquire("ann")).isCompletedWithValueMatching(decision -> !decision.allowed());
 *     clock.advance(Duration.ofMinutes(1));
 *     assertThat(limiter.tryAcquire("ann")).isCompletedWithValueMatching(Decision::allowed);
 * }
 * }</pre>
 *
 * <p>Where Redis matters, {@link io.sluice.testkit.RedisServer} is a real one, in about ten milliseconds, without an
 * installation and without Docker. {@link io.sluice.testkit.RedisSentinel} and {@link io.sluice.testkit.RedisCluster} are
 * several, and {@link io.sluice.testkit.FaultProxy} makes the way to any of them slow, stuck or broken.
 *
 * <pre>{@code
 * try (RedisServer redis = RedisServer.start();
 *         FaultProxy proxy = FaultProxy.to(redis.port());
 *         RedisClient client = RedisClient.create(proxy.url());
 *         StatefulRedisConnection<String, String> connection = client.connect()) {
 *     connection.sync().set("greeting", "hello");
 *     proxy.stall();
 *     Future<String> answer = connection.async().get("greeting");
 *     assertThat(answer).isNotDone();
 *     proxy.heal();
 *     assertThat(answer).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("hello");
 * }
 * }</pre>
 *
 * <p>A store of your own extends {@link io.sluice.testkit.StoreContract} in its test.
 */
@NullMarked
package io.sluice.testkit;

import org.jspecify.annotations.NullMarked;
