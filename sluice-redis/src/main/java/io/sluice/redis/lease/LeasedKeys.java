package io.sluice.redis.lease;

import io.sluice.core.LimitSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The keys of one limiter that have leases here: never more than so many, and those that have been idle make room. */
final class LeasedKeys {
    private final LimitSet asked;
    private final LimitSet counted;
    private final @Nullable LeaseTerms terms;
    private final LeaseSource source;
    private final int mostKeys;
    private final ConcurrentHashMap<String, KeyLeases> keys = new ConcurrentHashMap<>();
    private final AtomicLong sweptAt;

    LeasedKeys(LimitSet asked, LimitSet counted, @Nullable LeaseTerms terms, LeaseSource source, int mostKeys) {
        this.asked = asked;
        this.counted = counted;
        this.terms = terms;
        this.source = source;
        this.mostKeys = mostKeys;
        this.sweptAt = new AtomicLong(source.clock().nanos());
    }

    @SuppressWarnings("ReferenceEquality") // the usual case; comparing limits takes longer than deciding
    boolean isFor(LimitSet limits) {
        return asked == limits || asked.equals(limits);
    }

    /** What the store is asked about. */
    LimitSet counted() {
        return counted;
    }

    /** Null where there are no leases. */
    @Nullable
    LeaseTerms terms() {
        return terms;
    }

    /** Null if the key has to be asked for: there are no leases under these limits, or too many keys have some. */
    @Nullable
    KeyLeases of(String key) {
        KeyLeases known = keys.get(key);
        return known != null ? known : newcomer(key);
    }

    private @Nullable KeyLeases newcomer(String key) {
        LeaseTerms valid = terms;
        if (valid == null) {
            return null;
        }
        sweep(valid);
        return keys.mappingCount() >= mostKeys
                ? null
                : keys.computeIfAbsent(key, name -> new KeyLeases(valid, source, name));
    }

    /** At most once in the time a lease is valid, so that many newcomers do not each look at all keys. */
    private void sweep(LeaseTerms valid) {
        long now = source.clock().nanos();
        long last = sweptAt.get();
        if (now - last >= valid.validNanos() && sweptAt.compareAndSet(last, now)) {
            keys.values().removeIf(one -> one.idle(now));
        }
    }

    /** Lets go of permits taken ahead, and of what was known. */
    void forget(String key) {
        keys.remove(key);
    }

    void forgetRefusal(String key) {
        KeyLeases known = keys.get(key);
        if (known != null) {
            known.forgetRefusal();
        }
    }

    long size() {
        return keys.mappingCount();
    }
}
