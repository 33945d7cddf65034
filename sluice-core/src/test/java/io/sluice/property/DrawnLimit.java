package io.sluice.property;

import io.sluice.core.Limit;
import io.sluice.oracle.AnchoredWindowOracle;
import io.sluice.oracle.FixedWindowOracle;
import io.sluice.oracle.LeakyBucketOracle;
import io.sluice.oracle.LeakyQueueOracle;
import io.sluice.oracle.Oracle;
import io.sluice.oracle.SlidingLogOracle;
import io.sluice.oracle.SlidingWindowOracle;
import io.sluice.oracle.SubWindowsOracle;
import io.sluice.oracle.TokenBucketOracle;
import java.math.BigInteger;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A limit's numbers, from which both the limit and what judges it are made.
 *
 * @param calendar null if all periods have one length
 */
public record DrawnLimit(
        Limit.Kind kind,
        long permits,
        long periodNanos,
        long capacity,
        int parts,
        @Nullable DrawnCalendar calendar) {
    private static final long MOST_PERMITS = Integer.MAX_VALUE;
    private static final long SECOND = 1_000_000_000L;
    private static final long DAY = 86_400 * SECOND;
    /** Leaves room for debt of several times the capacity. */
    private static final BigInteger MOST_UNITS = BigInteger.ONE.shiftLeft(56);

    private static final long[][] REALISTIC = {
        {1, SECOND}, {7, SECOND}, {10, SECOND}, {100, 60 * SECOND}, {997, 60 * SECOND}, {999_983, SECOND},
        {1, 250_000_000}, {5, 900 * SECOND}, {1000, DAY}, {3, SECOND}, {60, 3600 * SECOND}, {1, DAY}
    };

    public static DrawnLimit draw(Random random, Limit.Kind kind) {
        long[] rate = random.nextInt(3) > 0
                ? REALISTIC[random.nextInt(REALISTIC.length)]
                : new long[] {between(random, 1, MOST_PERMITS), between(random, 1_000, 366 * DAY)};
        boolean window = kind.compareTo(Limit.Kind.FIXED_WINDOW) >= 0;
        long most = exactCapacity(rate[0], rate[1]);
        long capacity = window ? rate[0] : Math.min(most, capacity(random, rate[0]));
        int parts = kind == Limit.Kind.SUB_WINDOWS ? (int) between(random, 1, Math.min(100, rate[1])) : 0;
        return new DrawnLimit(kind, rate[0], rate[1], capacity, parts, null);
    }

    /** Few permits, so that windows are used up. */
    static DrawnLimit calendar(Random random) {
        DrawnCalendar calendar = DrawnCalendar.draw(random);
        long permits = between(random, 1, 1_000);
        return new DrawnLimit(Limit.Kind.FIXED_WINDOW, permits, calendar.mostNanos(), permits, 0, calendar);
    }

    private static long capacity(Random random, long permits) {
        return switch (random.nextInt(4)) {
            case 0 -> permits;
            case 1 -> 1;
            case 2 -> between(random, 1, permits);
            default -> between(random, 1, MOST_PERMITS);
        };
    }

    /** The most for which no rounding is needed. */
    private static long exactCapacity(long permits, long periodNanos) {
        BigInteger period = BigInteger.valueOf(periodNanos);
        BigInteger interval = period.divide(period.gcd(BigInteger.valueOf(permits)));
        return MOST_UNITS
                .divide(interval)
                .max(BigInteger.ONE)
                .min(BigInteger.valueOf(MOST_PERMITS))
                .longValueExact();
    }

    /** Every order of magnitude is as likely as any other. */
    static long between(Random random, long least, long most) {
        double exponent = Math.log((double) least)
                + random.nextDouble() * (Math.log((double) most + 1) - Math.log((double) least));
        return Math.max(least, Math.min(most, (long) Math.exp(exponent)));
    }

    public String text() {
        if (calendar != null) {
            return permits + "/" + calendar.text() + " fixed-window " + calendar.zone();
        }
        String rate = permits + "/" + periodNanos + "ns ";
        return rate
                + switch (kind) {
                    case TOKEN_BUCKET -> "burst " + capacity;
                    case LEAKY_BUCKET -> "leaky-bucket " + capacity;
                    case LEAKY_QUEUE -> "leaky-queue " + capacity;
                    case FIXED_WINDOW -> "fixed-window";
                    case ANCHORED_WINDOW -> "fixed-window anchored";
                    case SLIDING_WINDOW -> "sliding-window";
                    case SUB_WINDOWS -> "sub-windows " + parts;
                    case SLIDING_LOG -> "sliding-log";
                };
    }

    public Limit limit() {
        return Limit.parse(text());
    }

    public Oracle oracle() {
        return switch (kind) {
            case TOKEN_BUCKET -> new TokenBucketOracle(permits, periodNanos, capacity);
            case LEAKY_BUCKET -> new LeakyBucketOracle(permits, periodNanos, capacity);
            case LEAKY_QUEUE -> new LeakyQueueOracle(permits, periodNanos, capacity);
            case FIXED_WINDOW ->
                calendar != null
                        ? new FixedWindowOracle(permits, calendar::window)
                        : FixedWindowOracle.aligned(permits, periodNanos);
            case ANCHORED_WINDOW -> new AnchoredWindowOracle(permits, periodNanos);
            case SLIDING_WINDOW -> new SlidingWindowOracle(permits, periodNanos);
            case SUB_WINDOWS -> new SubWindowsOracle(permits, periodNanos, parts);
            case SLIDING_LOG -> new SlidingLogOracle(permits, periodNanos);
        };
    }
}
