package io.sluice.redis.script;

import io.sluice.core.CalendarPeriod;
import io.sluice.core.Limit;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;

/** Limits, permits and pauses that traffic is made of. All periods are whole microseconds. */
public final class Limits {
    private static final long[] PERIODS = {
        1, 7, 1_000, 12_345, 1_000_000, 60_000_000, 3_600_000_000L, 31_622_400_000_000L
    };
    private static final String[] ZONES = {
        "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"
    };

    private static final List<Limit.Kind> KINDS = List.of(Limit.Kind.values());
    private static final List<CalendarPeriod> CALENDAR = List.of(CalendarPeriod.values());
    private static final List<Limit.Kind> RATES =
            List.of(Limit.Kind.TOKEN_BUCKET, Limit.Kind.LEAKY_BUCKET, Limit.Kind.LEAKY_QUEUE);

    private Limits() {}

    public static Limit.Kind kind(Random random) {
        return KINDS.get(random.nextInt(KINDS.size()));
    }

    /** Of this kind; {@code even}: each permit takes whole microseconds, and there are not too many of them. */
    public static Limit of(Limit.Kind kind, Random random, boolean even) {
        Limit limit = even ? even(random) : Limit.of(1 + count(random), period(random));
        long capacity = 1 + (even ? random.nextInt(30) : count(random));
        try {
            return switch (kind) {
                case TOKEN_BUCKET -> random.nextBoolean() ? limit : limit.burst(capacity);
                case LEAKY_BUCKET -> limit.leakyBucket(capacity);
                case LEAKY_QUEUE -> limit.leakyQueue(capacity);
                case FIXED_WINDOW -> fixedWindow(random, limit);
                case ANCHORED_WINDOW -> limit.anchoredWindow();
                case SLIDING_WINDOW -> limit.slidingWindow();
                case SUB_WINDOWS -> limit.subWindows(parts(random, limit, even));
                case SLIDING_LOG -> limit.slidingLog();
            };
        } catch (IllegalArgumentException tooSlow) {
            return limit;
        }
    }

    /** A token bucket, leaky bucket or leaky queue. */
    static Limit rate(Random random) {
        return of(RATES.get(random.nextInt(RATES.size())), random, false);
    }

    private static Limit even(Random random) {
        long permits = 1L + random.nextInt(20);
        long micros = permits * (1L + random.nextInt(random.nextBoolean() ? 20 : 500_000));
        return Limit.of(permits, Duration.ofNanos(micros * 1_000));
    }

    private static Limit fixedWindow(Random random, Limit limit) {
        return switch (random.nextInt(4)) {
            case 0 -> calendar(random, limit.permits());
            case 1 -> zoned(random, limit.permits());
            default -> limit.fixedWindow();
        };
    }

    /** A week, month or year somewhere. */
    static Limit calendar(Random random, long permits) {
        CalendarPeriod period = CALENDAR.get(random.nextInt(CALENDAR.size()));
        return Limit.of(permits, period).fixedWindow(ZoneId.of(ZONES[random.nextInt(ZONES.length)]));
    }

    private static Limit zoned(Random random, long permits) {
        Duration period = random.nextBoolean() ? Duration.ofDays(1) : Duration.ofHours(1 + random.nextInt(7));
        return Limit.of(permits, period).fixedWindow(ZoneId.of(ZONES[random.nextInt(ZONES.length)]));
    }

    /** A part is at least a microsecond, or it could not be as in memory. */
    private static int parts(Random random, Limit limit, boolean even) {
        long micros = limit.periodNanos() / 1_000;
        int parts = (int) Math.min(micros, 1 + random.nextInt(random.nextInt(10) == 0 ? 3_600 : 12));
        while (even && micros % parts != 0) {
            parts--;
        }
        return parts;
    }

    static Duration period(Random random) {
        return Duration.ofNanos(PERIODS[random.nextInt(PERIODS.length)] * 1_000);
    }

    /** Small ones mostly. */
    static long count(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> random.nextInt(2);
            case 1 -> random.nextInt(1_000);
            case 2 -> random.nextInt(Integer.MAX_VALUE - 1);
            default -> random.nextInt(12);
        };
    }

    public static long permits(Random random, Limit limit) {
        long capacity = limit.capacity();
        return switch (random.nextInt(6)) {
            case 0 -> 0;
            case 1 -> Math.min(Limit.MOST_PERMITS, capacity + random.nextInt(2));
            case 2 -> capacity / (1 + random.nextInt(4));
            default -> 1 + (long) (random.nextDouble() * Math.min(3, capacity));
        };
    }

    /** Nanoseconds, but whole microseconds: none, a permit's time, a window or so. */
    public static long pause(Random random, Limit limit) {
        long period = limit.periodNanos() / 1_000;
        long micros = switch (random.nextInt(6)) {
            case 0, 1 -> 0;
            case 2 -> random.nextInt(3);
            case 3 -> (long) (random.nextDouble() * 3 * period);
            case 4 -> period / (1 + random.nextInt(4));
            default -> period / Math.max(1, limit.permits()) + random.nextInt(2);
        };
        return micros * 1_000;
    }
}
