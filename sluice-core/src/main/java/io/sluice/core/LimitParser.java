package io.sluice.core;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the text form of a limit, left to right; every error points at its place. */
final class LimitParser {
    private static final String EXAMPLES = "such as 100/min, 15/s burst 30, 5/15m sliding-log or 10000/month";
    private static final String ALGORITHMS =
            "burst N, leaky-bucket N, leaky-queue N, fixed-window, sliding-window, sub-windows N or sliding-log";
    private static final String ZONE = "a time zone such as Europe/Berlin";
    private static final int MOST_TEXT = 200;
    private static final int MOST_DIGITS = 40;
    /** As programs write small numbers: 1e-10. */
    private static final Pattern EXPONENT = Pattern.compile("[eE][+-]?[0-9]{1,3}(?![0-9])");

    private static final Pattern NUMBER = Pattern.compile("[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    private final String text;
    private int at;

    LimitParser(String text) {
        this.text = text;
    }

    Limit parse() {
        if (text.length() > MOST_TEXT) {
            throw error(MOST_TEXT, "too long; a limit is " + EXAMPLES);
        }
        skipSpaces();
        int start = at;
        if (word().equals("unlimited")) {
            end();
            return Limit.unlimited();
        }
        at = start;
        Limit rate = rate();
        skipSpaces();
        Limit limit = at == text.length() ? rate : counted(rate);
        end();
        return limit;
    }

    private Limit rate() {
        int start = at;
        BigDecimal permits = number("a number of permits", EXAMPLES);
        skipSpaces();
        if (at == text.length() || text.charAt(at) != '/') {
            throw error(at, "expected '/' and a period after the permits, " + EXAMPLES);
        }
        at++;
        skipSpaces();
        int periodAt = at;
        BigDecimal count = at < text.length() && startsNumber() ? number("a period", EXAMPLES) : BigDecimal.ONE;
        skipSpaces();
        int unitAt = at;
        CalendarPeriod calendar = calendar(word());
        if (calendar != null) {
            return calendarRate(permits, start, count, periodAt, calendar);
        }
        at = unitAt;
        BigDecimal nanos = count.multiply(BigDecimal.valueOf(unit().nanos));
        if (nanos.compareTo(BigDecimal.valueOf(Limit.LEAST_PERIOD_NANOS)) < 0
                || nanos.compareTo(BigDecimal.valueOf(Limit.MOST_PERIOD_NANOS)) > 0) {
            throw error(periodAt, "the period must be 1us to 366 days");
        }
        if (nanos.stripTrailingZeros().scale() > 0) {
            throw error(periodAt, "the period must be whole nanoseconds");
        }
        checkPermits(permits, start);
        return limit(start, permits, WholeRate.of(permits, nanos.toBigIntegerExact()));
    }

    private Limit calendarRate(BigDecimal permits, int start, BigDecimal count, int periodAt, CalendarPeriod calendar) {
        if (count.compareTo(BigDecimal.ONE) != 0) {
            throw error(periodAt, "only one week, month or year; for other periods give the length, such as 14days");
        }
        if (permits.stripTrailingZeros().scale() > 0) {
            throw error(start, "permits of a week, month or year must be whole; 0.5 in 30 days is 1/60days");
        }
        checkPermits(permits, start);
        return Limit.of(permits.longValueExact(), calendar);
    }

    private void checkPermits(BigDecimal permits, int start) {
        if (permits.compareTo(BigDecimal.valueOf(Limit.MOST_PERMITS)) > 0) {
            throw error(start, "permits must be 0 to " + Limit.MOST_PERMITS);
        }
    }

    private static @Nullable CalendarPeriod calendar(String word) {
        for (CalendarPeriod period : CalendarPeriod.values()) {
            if (period.isWritten(word)) {
                return period;
            }
        }
        return null;
    }

    private Limit limit(int start, BigDecimal permits, WholeRate rate) {
        long burst = permits.signum() == 0 ? 0 : Math.max(1, permits.longValue());
        try {
            return Limit.ofNanos(rate.permits(), rate.nanos(), burst);
        } catch (IllegalArgumentException e) {
            throw error(start, String.valueOf(e.getMessage()));
        }
    }

    /** A zone may follow the calendar at once: 10000/month Europe/Berlin. */
    private Limit counted(Limit rate) {
        int start = at;
        ZoneId zone = rate.calendar().isPresent() ? zone(option()) : null;
        if (zone != null) {
            return rate.fixedWindow(zone);
        }
        at = start;
        return algorithm(rate);
    }

    private Limit algorithm(Limit rate) {
        int start = at;
        String name = word();
        try {
            return switch (name) {
                case "token-bucket" -> tokenBucket(rate);
                case "burst" -> rate.burst(count(name));
                case "leaky-bucket" -> rate.leakyBucket(count(name));
                case "leaky-queue" -> rate.leakyQueue(count(name));
                case "fixed-window" -> fixedWindow(rate);
                case "sliding-window" -> rate.slidingWindow();
                case "sub-windows" -> rate.subWindows(count(name));
                case "sliding-log" -> rate.slidingLog();
                default -> throw error(start, unknown(name, rate));
            };
        } catch (LimitSyntaxException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw error(start, String.valueOf(e.getMessage()));
        }
    }

    private Limit tokenBucket(Limit rate) {
        skipSpaces();
        int start = at;
        if (at == text.length()) {
            return rate.burst(rate.capacity());
        }
        if (!word().equals("burst")) {
            throw error(start, "expected burst N, or nothing, after token-bucket");
        }
        return rate.burst(count("burst"));
    }

    private Limit fixedWindow(Limit rate) {
        skipSpaces();
        if (at == text.length()) {
            return rate.fixedWindow();
        }
        int start = at;
        String option = option();
        if (option.equalsIgnoreCase("anchored")) {
            return rate.anchoredWindow();
        }
        ZoneId zone = zone(option);
        if (zone == null) {
            throw error(start, "expected anchored or " + ZONE + " after fixed-window");
        }
        return rate.fixedWindow(zone);
    }

    /** Up to the next space. */
    private String option() {
        int start = at;
        while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return text.substring(start, at);
    }

    private static @Nullable ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static String unknown(String name, Limit rate) {
        String near = Nearest.of(
                name,
                "burst",
                "token-bucket",
                "leaky-bucket",
                "leaky-queue",
                "fixed-window",
                "sliding-window",
                "sub-windows",
                "sliding-log");
        String expected = rate.calendar()
                .map(period -> "fixed-window or " + ZONE + " after " + period.text())
                .orElse(ALGORITHMS);
        String what = name.isEmpty() || rate.calendar().isPresent() ? "" : "unknown algorithm " + name + "; ";
        return what + (near == null ? "expected " + expected : "did you mean " + near + "?");
    }

    private LimitText.Unit unit() {
        int start = at;
        String word = word();
        for (LimitText.Unit unit : LimitText.Unit.values()) {
            if (unit.isWritten(word)) {
                return unit;
            }
        }
        throw error(start, "expected a unit of time: ns, us, ms, s, min, h, day, week, month or year");
    }

    private int count(String what) {
        skipSpaces();
        int start = at;
        if (at == text.length() || !startsNumber()) {
            throw error(at, "expected a whole number after " + what);
        }
        BigDecimal number = number("a whole number", "after " + what);
        if (number.scale() > 0 || number.compareTo(BigDecimal.valueOf(Limit.MOST_PERMITS)) > 0) {
            throw error(start, "expected a whole number up to " + Limit.MOST_PERMITS + " after " + what);
        }
        return number.intValueExact();
    }

    private BigDecimal number(String what, String hint) {
        int start = at;
        while (at < text.length() && (isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        Matcher exponent = EXPONENT.matcher(text).region(at, text.length());
        at = exponent.lookingAt() ? exponent.end() : at;
        String digits = text.substring(start, at);
        boolean wellFormed = NUMBER.matcher(digits).matches();
        if (!wellFormed || digits.length() > MOST_DIGITS) {
            throw error(start, "expected " + what + ", " + hint);
        }
        return new BigDecimal(digits);
    }

    private boolean startsNumber() {
        char c = text.charAt(at);
        return isDigit(c) || c == '.' || c == '-' || c == '+';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Letters and dashes, in lower case; empty if there are none. */
    private String word() {
        int start = at;
        while (at < text.length() && (Character.isLetter(text.charAt(at)) || (at > start && text.charAt(at) == '-'))) {
            at++;
        }
        return text.substring(start, at).toLowerCase(Locale.ROOT);
    }

    private void end() {
        skipSpaces();
        if (at < text.length()) {
            throw error(at, "nothing more was expected here");
        }
    }

    private void skipSpaces() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private LimitSyntaxException error(int position, String problem) {
        return new LimitSyntaxException(text, position, problem);
    }
}
