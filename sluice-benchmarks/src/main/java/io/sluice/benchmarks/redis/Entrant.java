package io.sluice.benchmarks.redis;

import io.sluice.core.Store;
import io.sluice.redis.Consistency;
import java.util.Arrays;
import java.util.List;

/** Everybody who takes part, by the name in the tables. */
enum Entrant {
    INCR("INCR, no limiter"),
    INCR_FLUSHED("INCR, sent together"),
    EVALSHA("one EVALSHA a decision"),
    BUCKET4J("Bucket4j"),
    BUCKET4J_BATCHING("Bucket4j, batching"),
    REDISSON("Redisson"),
    SLUICE("Sluice, strict"),
    SLUICE_LEASED("Sluice, leased"),
    MEMORY("Sluice without Redis"),
    MEMORY_STORE("Sluice without Redis, as a store");

    private final String title;

    Entrant(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    Contender open(String url, Load load) {
        return switch (this) {
            case INCR -> new IncrContender(url, load);
            case INCR_FLUSHED -> new FlushedIncrContender(url, load);
            case EVALSHA -> new EvalshaContender(url, load);
            case BUCKET4J -> Bucket4jContender.plain(url, load);
            case BUCKET4J_BATCHING -> Bucket4jContender.batching(url, load);
            case REDISSON -> new RedissonContender(url, load);
            case SLUICE -> StoreContender.alone(url, Consistency.STRICT, load.limit());
            case SLUICE_LEASED -> StoreContender.alone(url, Consistency.LEASED, load.limit());
            case MEMORY -> new MemoryContender(load);
            case MEMORY_STORE -> new StoreContender(Store.memory(), load.limit());
        };
    }

    /** As one of several processes that share the limit. */
    Contender openOneOf(int processes, String url, Load load) {
        return switch (this) {
            case SLUICE -> StoreContender.oneOf(processes, url, Consistency.STRICT, load.limit());
            case SLUICE_LEASED -> StoreContender.oneOf(processes, url, Consistency.LEASED, load.limit());
            default -> open(url, load);
        };
    }

    /** Leases are counted apart. */
    Consistency consistency() {
        return this == SLUICE_LEASED ? Consistency.LEASED : Consistency.STRICT;
    }

    boolean isSluiceOnRedis() {
        return this == SLUICE || this == SLUICE_LEASED;
    }

    boolean needsRedis() {
        return this != MEMORY && this != MEMORY_STORE;
    }

    /** Those without Redis are there for leases, which are about a hot key. */
    static List<Entrant> in(Load load) {
        return Arrays.stream(values())
                .filter(entrant -> entrant.needsRedis() || load.equals(Load.HOT_KEY))
                .toList();
    }
}
