package io.sluice.redis.lease;

/**
 * How many permits to take ahead for a key: what it will use in half the time a lease is valid, judged by what it used since the
 * last lease was asked for; but only a share of what there is, so that other instances find some too.
 *
 * <p>Not thread-safe.
 */
final class Demand {
    /** A lease is at most so many times as large as the last one: a few requests at one moment say little. */
    private static final long GROWTH = 4;

    private final long halfNanos;
    private long asked;
    private long askedAt;
    private long last;
    private long remaining;
    private long used;

    Demand(long validNanos, long now) {
        this.halfNanos = validNanos / 2;
        this.askedAt = now;
    }

    void use(long permits) {
        used += permits;
    }

    /** What the store said it had left. */
    void seen(long left) {
        remaining = left;
    }

    /** {@code pending}: permits of the current leases that are used already. */
    long ahead(long pending, long now, int instances) {
        long since = used + pending - asked;
        double expected = (double) since * halfNanos / Math.max(1, now - askedAt);
        long share = remaining / (2L * Math.max(1, instances));
        long most = Math.min(Math.max(1, last) * GROWTH, share);
        return Math.max(0, Math.min(most, (long) expected));
    }

    void ask(long ahead, long pending, long now) {
        last = ahead;
        asked = used + pending;
        askedAt = now;
    }
}
