package io.sluice.server.grpc;

import io.sluice.core.Limit;
import io.sluice.rls.descriptor.RateLimitDescriptor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A descriptor of a request to the rate limit service: pairs of key and value, and what it wants for itself alone. */
final class Described {
    private static final long NONE = -1;

    /** A key, its value, the next key. */
    private final String[] pairs;

    private final RateLimitDescriptor.@Nullable RateLimitOverride limit;
    private final long addend;
    private final boolean givesBack;

    private Described(
            String[] pairs, RateLimitDescriptor.@Nullable RateLimitOverride limit, long addend, boolean givesBack) {
        this.pairs = pairs;
        this.limit = limit;
        this.addend = addend;
        this.givesBack = givesBack;
    }

    /** One that wants nothing for itself; the array is its own. */
    static Described ofPairs(String[] pairs) {
        return new Described(pairs, null, NONE, false);
    }

    static Described of(RateLimitDescriptor descriptor) {
        return new Described(
                pairs(descriptor.getEntriesList()),
                descriptor.hasLimit() ? descriptor.getLimit() : null,
                descriptor.hasHitsAddend() ? addend(descriptor.getHitsAddend().getValue()) : NONE,
                descriptor.getIsNegativeHits());
    }

    private static String[] pairs(List<RateLimitDescriptor.Entry> entries) {
        String[] pairs = new String[2 * entries.size()];
        for (int i = 0; i < entries.size(); i++) {
            pairs[2 * i] = entries.get(i).getKey();
            pairs[2 * i + 1] = entries.get(i).getValue();
        }
        return pairs;
    }

    /** Has no sign on the wire. */
    private static long addend(long value) {
        return value < 0 ? Limit.MOST_PERMITS : value;
    }

    int size() {
        return pairs.length / 2;
    }

    String key(int i) {
        return pairs[2 * i];
    }

    String value(int i) {
        return pairs[2 * i + 1];
    }

    /** Instead of those that the rules have; null: it brings none. */
    RateLimitDescriptor.@Nullable RateLimitOverride limit() {
        return limit;
    }

    boolean hasAddend() {
        return addend != NONE;
    }

    long addend() {
        return addend;
    }

    /** Whether permits are given back instead of taken. */
    boolean givesBack() {
        return givesBack;
    }
}
