package io.sluice.property;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What was granted and when it may be used, for counting it afterwards. */
final class Grants {
    private final List<Grant> asAsked = new ArrayList<>();
    private List<Grant> all = List.of();

    /** Permits that count from an instant on, and leave the queue, if there is one, at another. */
    record Grant(long at, long leaves, long permits) {}

    void add(Grant grant) {
        if (grant.permits > 0) {
            asAsked.add(grant);
        }
    }

    void remove(Grant grant) {
        asAsked.remove(grant);
    }

    /** Whether what the limit promises held, counted by nothing but instants and permits. */
    void check(DrawnLimit limit, long slackNanos) {
        all = sorted(Comparator.comparingLong(Grant::at));
        switch (limit.kind()) {
            case TOKEN_BUCKET, LEAKY_BUCKET -> checkRate(limit, limit.capacity(), slackNanos);
            case LEAKY_QUEUE -> checkApart(limit);
            case FIXED_WINDOW -> checkEachWindow(limit);
            case ANCHORED_WINDOW -> checkAnyPeriod(limit, 2 * limit.permits());
            case SLIDING_WINDOW -> checkWeighed(limit);
            case SUB_WINDOWS, SLIDING_LOG -> checkAnyPeriod(limit, limit.permits());
        }
    }

    private List<Grant> sorted(Comparator<Grant> order) {
        return asAsked.stream().sorted(order).toList();
    }

    /** Between any two grants, both included: at most burst + floor(rate · distance). */
    private void checkRate(DrawnLimit limit, long burst, long slackNanos) {
        for (int from = 0; from < all.size(); from++) {
            BigInteger sum = BigInteger.ZERO;
            for (int to = from; to < all.size(); to++) {
                sum = sum.add(BigInteger.valueOf(all.get(to).permits));
                long distance = all.get(to).at - all.get(from).at + slackNanos;
                assertThat(sum)
                        .as("from %s to %s", all.get(from), all.get(to))
                        .isLessThanOrEqualTo(earned(limit, distance).add(BigInteger.valueOf(burst)));
            }
        }
    }

    private static BigInteger earned(DrawnLimit limit, long nanos) {
        return BigInteger.valueOf(limit.permits())
                .multiply(BigInteger.valueOf(nanos))
                .divide(BigInteger.valueOf(limit.periodNanos()));
    }

    /** What leaves at an instant is the last of its permits: they and all after them fit into the time since the one before. */
    private void checkApart(DrawnLimit limit) {
        all = sorted(Comparator.comparingLong(Grant::leaves));
        for (int from = 0; from < all.size(); from++) {
            long sum = 0;
            for (int to = from + 1; to < all.size(); to++) {
                sum += all.get(to).permits;
                assertThat(BigInteger.valueOf(sum))
                        .as("from %s to %s", all.get(from), all.get(to))
                        .isLessThanOrEqualTo(earned(limit, all.get(to).leaves - all.get(from).leaves + 1));
            }
        }
    }

    private void checkEachWindow(DrawnLimit limit) {
        for (Grant first : all) {
            long window = Math.floorDiv(first.at, limit.periodNanos());
            assertThat(inWindow(limit, window, Long.MAX_VALUE)).isLessThanOrEqualTo(limit.permits());
        }
    }

    private long inWindow(DrawnLimit limit, long window, long until) {
        return all.stream()
                .filter(grant -> Math.floorDiv(grant.at, limit.periodNanos()) == window && grant.at <= until)
                .mapToLong(Grant::permits)
                .sum();
    }

    private void checkWeighed(DrawnLimit limit) {
        for (Grant grant : all) {
            long window = Math.floorDiv(grant.at, limit.periodNanos());
            long left = limit.periodNanos() - Math.floorMod(grant.at, limit.periodNanos());
            BigInteger previous = BigInteger.valueOf(inWindow(limit, window - 1, Long.MAX_VALUE))
                    .multiply(BigInteger.valueOf(left))
                    .divide(BigInteger.valueOf(limit.periodNanos()));
            assertThat(previous.longValueExact() + inWindow(limit, window, grant.at))
                    .as("at %s", grant)
                    .isLessThanOrEqualTo(limit.permits());
        }
    }

    /** From any grant on, before a period is over. */
    private void checkAnyPeriod(DrawnLimit limit, long most) {
        for (Grant first : all) {
            long sum = all.stream()
                    .filter(grant -> grant.at >= first.at && grant.at - first.at < limit.periodNanos())
                    .mapToLong(Grant::permits)
                    .sum();
            assertThat(sum).as("in a period from %s", first).isLessThanOrEqualTo(most);
        }
    }
}
