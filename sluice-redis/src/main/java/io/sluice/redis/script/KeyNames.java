package io.sluice.redis.script;

import io.sluice.core.LimitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What counters are called in Redis: {@code sluice:{login|203.0.113.9}:3fZk}. The braces keep all that belongs to one key under one name in
 * one slot of a Cluster; what follows them stands for the limits, so that counters are never read under other limits than they were
 * written under.
 */
public final class KeyNames {
    public static final String USUAL_PREFIX = "sluice:";

    /** Beyond this, limits come and go, and those that are gone would be kept for nothing. */
    private static final int MOST_KEPT = 10_000;

    private final String prefix;
    private final Map<LimitSet, LimitNames> known = new ConcurrentHashMap<>();

    public KeyNames() {
        this(USUAL_PREFIX);
    }

    public KeyNames(String prefix) {
        this.prefix = prefix;
    }

    /** The names under these limits. */
    LimitNames of(LimitSet limits) {
        LimitNames names = known.get(limits);
        if (names == null) {
            if (known.size() >= MOST_KEPT) {
                known.clear();
            }
            names = new LimitNames(prefix, limits);
            known.put(limits, names);
        }
        return names;
    }

    /** Where a key's counters are; all of them are in the slot of this name. */
    public byte[] name(LimitSet limits, String key) {
        return of(limits).counters(key);
    }
}
