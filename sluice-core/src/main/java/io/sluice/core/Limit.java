package io.sluice.core;

import io.sluice.core.algorithm.Algorithm;
import io.sluice.core.algorithm.AnchoredWindow;
import io.sluice.core.algorithm.FixedWindow;
import io.sluice.core.algorithm.Gcra;
import io.sluice.core.algorithm.SlidingLog;
import io.sluice.core.algorithm.SlidingWindow;
import io.sluice.core.algorithm.SubWindows;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.Optional;

/**
 * Permits per period, and the algorithm that counts them: {@code 15/s burst 30}, {@code 5/15m sliding-log}.
 *
 * <p>A limit is a value. {@link #parse} reads its text form and {@link #toString} writes it:
 *
 * <pre>
 *   100/min                       token bucket of 100, refilled evenly
 *   15/s burst 30                 token bucket of 30
 *   2/s leaky-bucket 10           a meter of depth 10 that drains at 2/s
 *   2/s leaky-queue 10            requests leave evenly spaced, 10 places
 *   1000/day fixed-window         aligned to UTC; also: fixed-window Europe/Berlin, fixed-window anchored
 *   10000/month Europe/Berlin     windows of the calendar; also: week, year
 *   300/15m sliding-window        two counters, weighed
 *   100/h sub-windows 60          60 counters
 *   5/15m sliding-log             exact
 * </pre>
 */
public final class Limit {
    /** The most permits a limit may have. */
    public static final long MOST_PERMITS = Integer.MAX_VALUE;

    static final long LEAST_PERIOD_NANOS = 1_000;
    static final long MOST_PERIOD_NANOS = Duration.ofDays(366).toNanos();
    static final int MOST_PARTS = 3_600;

    /** How permits are counted; docs/algorithms.md compares them. */
    public enum Kind {
        TOKEN_BUCKET,
        LEAKY_BUCKET,
        LEAKY_QUEUE,
        FIXED_WINDOW,
        ANCHORED_WINDOW,
        SLIDING_WINDOW,
        SUB_WINDOWS,
        SLIDING_LOG
    }

    private final long permits;
    private final Period period;
    private final Kind kind;
    private final long capacity;
    private final int parts;
    private final ZoneId zone;
    private final Algorithm algorithm;

    private Limit(long permits, Period period, Kind kind, long capacity, int parts, ZoneId zone) {
        this.permits = permits;
        this.period = period;
        this.kind = kind;
        this.capacity = capacity;
        this.parts = parts;
        this.zone = zone;
        this.algorithm = newAlgorithm();
    }

    public static Limit perSecond(long permits) {
        return of(permits, Duration.ofSeconds(1));
    }

    public static Limit perMinute(long permits) {
        return of(permits, Duration.ofMinutes(1));
    }

    public static Limit perHour(long permits) {
        return of(permits, Duration.ofHours(1));
    }

    public static Limit perDay(long permits) {
        return of(permits, Duration.ofDays(1));
    }

    /** Fixed windows, from Monday 00:00 UTC on. */
    public static Limit perWeek(long permits) {
        return of(permits, CalendarPeriod.WEEK);
    }

    /** Fixed windows, from the first of a month 00:00 UTC on. */
    public static Limit perMonth(long permits) {
        return of(permits, CalendarPeriod.MONTH);
    }

    /** Fixed windows, from 1 January 00:00 UTC on. */
    public static Limit perYear(long permits) {
        return of(permits, CalendarPeriod.YEAR);
    }

    /** Fixed windows of the calendar in UTC; {@link #fixedWindow(ZoneId)} makes them those of a zone. */
    public static Limit of(long permits, CalendarPeriod period) {
        check("permits", permits, 0, MOST_PERMITS);
        return new Limit(permits, Period.of(period), Kind.FIXED_WINDOW, permits, 0, ZoneOffset.UTC);
    }

    /** A token bucket of that many permits, refilled evenly over the period. */
    public static Limit of(long permits, Duration period) {
        long nanos = period.compareTo(Duration.ofNanos(MOST_PERIOD_NANOS)) > 0 ? Long.MAX_VALUE : period.toNanos();
        if (nanos < LEAST_PERIOD_NANOS || nanos > MOST_PERIOD_NANOS) {
            throw new IllegalArgumentException("period must be 1us to 366 days, not " + period);
        }
        return ofNanos(permits, nanos, permits);
    }

    /** Lets everything pass; for a plan without a limit. */
    public static Limit unlimited() {
        Period least = Period.of(LEAST_PERIOD_NANOS);
        return new Limit(MOST_PERMITS, least, Kind.TOKEN_BUCKET, Long.MAX_VALUE, 0, ZoneOffset.UTC);
    }

    /** Reads the text form. */
    public static Limit parse(String text) {
        return new LimitParser(text).parse();
    }

    static Limit ofNanos(long permits, long periodNanos, long burst) {
        check("permits", permits, 0, MOST_PERMITS);
        return new Limit(permits, Period.of(periodNanos), Kind.TOKEN_BUCKET, burst, 0, ZoneOffset.UTC);
    }

    /** Token bucket of this size: the most permits that can be had at once. */
    public Limit burst(long capacity) {
        return withCapacity(Kind.TOKEN_BUCKET, "burst", capacity);
    }

    /** A meter of this depth that drains at the rate and refuses what would overflow. */
    public Limit leakyBucket(long depth) {
        return withCapacity(Kind.LEAKY_BUCKET, "depth", depth);
    }

    /** Requests leave evenly spaced; this many places, the one leaving now included. */
    public Limit leakyQueue(long places) {
        return withCapacity(Kind.LEAKY_QUEUE, "places", places);
    }

    /** Windows aligned to UTC. */
    public Limit fixedWindow() {
        return fixedWindow(ZoneOffset.UTC);
    }

    /** Windows aligned to local time, through changes of daylight saving. */
    public Limit fixedWindow(ZoneId zone) {
        return new Limit(permits, period, Kind.FIXED_WINDOW, permits, 0, Objects.requireNonNull(zone, "zone"));
    }

    /** A window opens with the first request. */
    public Limit anchoredWindow() {
        return with(Kind.ANCHORED_WINDOW);
    }

    /** The current window's count plus a share of the previous one's. */
    public Limit slidingWindow() {
        return with(Kind.SLIDING_WINDOW);
    }

    /** Counters for so many parts of the period. */
    public Limit subWindows(int parts) {
        check("sub-windows", parts, 1, Math.min(MOST_PARTS, period.nanos()));
        Period cut = period.ofOneLength(Kind.SUB_WINDOWS);
        return new Limit(permits, cut, Kind.SUB_WINDOWS, permits, parts, ZoneOffset.UTC);
    }

    /** Exact: every grant is remembered for a period. */
    public Limit slidingLog() {
        return with(Kind.SLIDING_LOG);
    }

    private Limit with(Kind kind) {
        return new Limit(permits, period.ofOneLength(kind), kind, permits, 0, ZoneOffset.UTC);
    }

    private Limit withCapacity(Kind kind, String what, long capacity) {
        check(what, capacity, 0, MOST_PERMITS);
        return new Limit(permits, period.ofOneLength(kind), kind, capacity, 0, ZoneOffset.UTC);
    }

    private static void check(String what, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " must be " + least + " to " + most + ", not " + value);
        }
    }

    private Algorithm newAlgorithm() {
        long periodNanos = period.nanos();
        return switch (kind) {
            case TOKEN_BUCKET -> isUnlimited() ? Gcra.unlimited(MOST_PERMITS) : gcra("burst", false);
            case LEAKY_BUCKET -> gcra("leaky-bucket", false);
            case LEAKY_QUEUE -> gcra("leaky-queue", true);
            case FIXED_WINDOW -> fixedWindows();
            case ANCHORED_WINDOW -> new AnchoredWindow(capacity, periodNanos);
            case SLIDING_WINDOW -> new SlidingWindow(capacity, periodNanos);
            case SUB_WINDOWS -> new SubWindows(capacity, periodNanos, parts);
            case SLIDING_LOG -> new SlidingLog(capacity, periodNanos);
        };
    }

    private FixedWindow fixedWindows() {
        CalendarPeriod calendar = period.calendar();
        return calendar == null
                ? new FixedWindow(capacity, period.nanos(), zone)
                : new FixedWindow(capacity, calendar.unit(), zone);
    }

    private Gcra gcra(String what, boolean queue) {
        try {
            return Gcra.of(permits, period.nanos(), capacity, queue);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    what + " " + capacity + " at " + LimitText.rate(this) + " " + e.getMessage(), e);
        }
    }

    boolean isUnlimited() {
        return capacity == Long.MAX_VALUE;
    }

    Algorithm algorithm() {
        return algorithm;
    }

    /** Permits that come back in a period. */
    public long permits() {
        return permits;
    }

    /** See {@link #period()}. */
    public long periodNanos() {
        return period.nanos();
    }

    /** How long a period is; of a {@link #calendar() calendar period}, at most: 7, 31 or 366 days. */
    public Duration period() {
        return Duration.ofNanos(period.nanos());
    }

    /** What the windows are if the calendar cuts them, such as months. */
    public Optional<CalendarPeriod> calendar() {
        return Optional.ofNullable(period.calendar());
    }

    /** The most permits that can be had at once: burst, depth, places, or the permits of a window. */
    public long capacity() {
        return Math.min(capacity, MOST_PERMITS);
    }

    public Kind kind() {
        return kind;
    }

    /** Parts of the period that are counted apart; 0 but for {@link Kind#SUB_WINDOWS}. */
    public int parts() {
        return parts;
    }

    /** Where windows are aligned; UTC but for fixed windows that say otherwise. */
    public ZoneId zone() {
        return zone;
    }

    /**
     * The moment at which one of its aligned windows ends and the next begins, if one lies within the tolerance of {@code wallNanos}, the nearer of two; else, and for
     * every other kind, {@code wallNanos} itself.
     */
    public long windowEdgeNear(long wallNanos, long toleranceNanos) {
        return algorithm instanceof FixedWindow windows ? windows.edgeNear(wallNanos, toleranceNanos) : wallNanos;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Limit other
                && permits == other.permits
                && period.equals(other.period)
                && kind == other.kind
                && capacity == other.capacity
                && parts == other.parts
                && zone.equals(other.zone);
    }

    @Override
    public int hashCode() {
        return Objects.hash(permits, period, kind, capacity, parts, zone);
    }

    /** The text form, complete: {@code 100/min} is written {@code 100/min burst 100}. */
    @Override
    public String toString() {
        return LimitText.of(this);
    }
}
