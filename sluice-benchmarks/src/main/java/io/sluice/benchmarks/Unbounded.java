package io.sluice.benchmarks;

/** A limiter that never forgets: what a bounded one is compared with. Keys are numbers. */
interface Unbounded {
    boolean tryAcquire(int key, long nowNanos);

    static Unbounded fixedWindow(int keys, long permits, long periodNanos) {
        long[] windows = new long[keys];
        long[] counts = new long[keys];
        return (key, now) -> {
            long window = now / periodNanos + 1;
            counts[key] = windows[key] == window ? counts[key] : 0;
            windows[key] = window;
            if (counts[key] == permits) {
                return false;
            }
            counts[key]++;
            return true;
        };
    }

    static Unbounded tokenBucket(int keys, long permits, long periodNanos) {
        long interval = periodNanos / permits;
        long[] arrivals = new long[keys];
        return (key, now) -> {
            long next = Math.max(arrivals[key], now) + interval;
            if (next - now > permits * interval) {
                return false;
            }
            arrivals[key] = next;
            return true;
        };
    }
}
