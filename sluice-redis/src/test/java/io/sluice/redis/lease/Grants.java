package io.sluice.redis.lease;

import io.sluice.core.Limit;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** What was granted, and when: a plain list, and what no interval of it may exceed. */
final class Grants {
    record Grant(long at, long permits) {}

    private final List<Grant> all = new ArrayList<>();

    void add(long at, long permits) {
        int last = all.size() - 1;
        if (last >= 0 && all.get(last).at == at) {
            all.set(last, new Grant(at, all.get(last).permits + permits));
        } else {
            all.add(new Grant(at, permits));
        }
    }

    long sum() {
        return all.stream().mapToLong(Grant::permits).sum();
    }

    /** The most by which any interval exceeds burst + rate·d, rounded down; 0 or less if none does. */
    long excess(Limit limit) {
        long worst = Long.MIN_VALUE;
        for (int from = 0; from < all.size(); from++) {
            long sum = 0;
            for (int to = from; to < all.size(); to++) {
                sum += all.get(to).permits;
                long distance = all.get(to).at - all.get(from).at;
                worst = Math.max(worst, sum - limit.capacity() - earned(limit, distance));
            }
        }
        return worst;
    }

    static long earned(Limit limit, long nanos) {
        long product = Math.multiplyHigh(limit.permits(), nanos);
        return product == 0 && limit.permits() * nanos >= 0
                ? limit.permits() * nanos / limit.periodNanos()
                : BigInteger.valueOf(limit.permits())
                        .multiply(BigInteger.valueOf(nanos))
                        .divide(BigInteger.valueOf(limit.periodNanos()))
                        .longValueExact();
    }
}
