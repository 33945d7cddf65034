package io.sluice.benchmarks.redis;

import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.redisson.Redisson;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson's limiter: it knows no burst, so that many are allowed a period; every key has to be told its limit once. */
final class RedissonContender implements Contender {
    private final RedissonClient client;
    private final Load load;
    private final Map<String, RRateLimiter> limiters = new ConcurrentHashMap<>();

    RedissonContender(String url, Load load) {
        Config config = new Config();
        config.useSingleServer().setAddress(url);
        client = Redisson.create(config);
        this.load = load;
    }

    @Override
    public CompletionStage<Boolean> tryAcquire(String key) {
        RRateLimiter known = limiters.get(key);
        return known != null ? known.tryAcquireAsync() : introduced(key);
    }

    private CompletionStage<Boolean> introduced(String key) {
        RRateLimiter limiter = client.getRateLimiter(key);
        return limiter.trySetRateAsync(RateType.OVERALL, load.burst(), load.period())
                .thenCompose(set -> {
                    limiters.put(key, limiter);
                    return limiter.tryAcquireAsync();
                });
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
