package io.sluice.core;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the text form of a limit, left to right; every error points at its place. */
final class LimitParser {
    private static final String EXAMPLES = "such as 100/min, 15/s burst 30 or 5/15m sliding-log";
    private static final String ALGORITHMS =
            "burst N, leaky-bucket N, leaky-queue N, fixed-window, sliding-window, sub-windows N or sliding-log";
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
        Limit limit = at == text.length() ? rate : algorithm(rate);
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
        BigDecimal nanos = count.multiply(BigDecimal.valueOf(unit().nanos));
        if (nanos.compareTo(BigDecimal.valueOf(Limit.LEAST_PERIOD_NANOS)) < 0
                || nanos.compareTo(BigDecimal.valueOf(Limit.MOST_PERIOD_NANOS)) > 0) {
            throw error(periodAt, "the period must be 1us to 366 days");
        }
        if (nanos.stripTrailingZeros().scale() > 0) {
            throw error(periodAt, "the period must be whole nanoseconds");
        }
        if (permits.compareTo(BigDecimal.valueOf(Limit.MOST_PERMITS)) > 0) {
            throw error(start, "permits must be 0 to " + Limit.MOST_PERMITS);
        }
        return rateOf(permits, nanos.toBigIntegerExact(), start);
    }

    /** Whole permits for a whole period, the rate never rounded up: 0.5/s is 1/2s. */
    private Limit rateOf(BigDecimal permits, BigInteger nanos, int start) {
        BigDecimal exact = permits.stripTrailingZeros();
        long burst = permits.signum() == 0 ? 0 : Math.max(1, permits.longValue());
        if (exact.scale() <= 0) {
            return limit(start, exact.longValueExact(), nanos.longValueExact(), burst);
        }
        BigInteger count = exact.unscaledValue();
        BigInteger period = nanos.multiply(BigInteger.TEN.pow(exact.scale()));
        BigInteger gcd = count.gcd(BigInteger.TEN.pow(exact.scale()));
        BigInteger wholeCount = count.divide(gcd);
        BigInteger wholePeriod = period.divide(gcd);
        boolean fits =
                wholeCount.bitLength() <= 31 && wholePeriod.compareTo(BigInteger.valueOf(Limit.MOST_PERIOD_NANOS)) <= 0;
        if (fits) {
            return limit(start, wholeCount.longValueExact(), wholePeriod.longValueExact(), burst);
        }
        return nearestSlower(count, period, burst, start);
    }

    /** As many permits as keep the period's rounding below one in a million. Slower than a permit in the longest period is never. */
    private Limit nearestSlower(BigInteger count, BigInteger period, long burst, int start) {
        BigInteger permits = BigInteger.ONE;
        BigInteger rounded = ceil(period, count);
        while (rounded.bitLength() < 40 && permits.bitLength() < 28) {
            permits = permits.multiply(BigInteger.TEN);
            rounded = ceil(period.multiply(permits), count);
        }
        boolean never = rounded.compareTo(BigInteger.valueOf(Limit.MOST_PERIOD_NANOS)) > 0;
        return never
                ? limit(start, 0, Limit.MOST_PERIOD_NANOS, burst)
                : limit(start, permits.longValueExact(), rounded.longValueExact(), burst);
    }

    private static BigInteger ceil(BigInteger a, BigInteger b) {
        return a.add(b).subtract(BigInteger.ONE).divide(b);
    }

    private Limit limit(int start, long permits, long nanos, long burst) {
        try {
            return Limit.ofNanos(permits, nanos, burst);
        } catch (IllegalArgumentException e) {
            throw error(start, String.valueOf(e.getMessage()));
        }
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
                default -> throw error(start, unknown(name));
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
            return rate;
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
        while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        String option = text.substring(start, at);
        if (option.equalsIgnoreCase("anchored")) {
            return rate.anchoredWindow();
        }
        try {
            return rate.fixedWindow(ZoneId.of(option));
        } catch (DateTimeException e) {
            throw error(start, "expected anchored or a time zone such as Europe/Berlin after fixed-window");
        }
    }

    private static String unknown(String name) {
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
        String what = name.isEmpty() ? "" : "unknown algorithm " + name + "; ";
        return what + (near == null ? "expected " + ALGORITHMS : "did you mean " + near + "?");
    }

    private LimitText.Unit unit() {
        int start = at;
        String word = word();
        for (LimitText.Unit unit : LimitText.Unit.values()) {
            if (unit.isWritten(word)) {
                return unit;
            }
        }
        throw error(start, "expected a unit of time: ns, us, ms, s, min, h or day");
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

    /** The word that was probably meant. */
    private static final class Nearest {
        private Nearest() {}

        static @Nullable String of(String word, String... candidates) {
            String best = null;
            int bestDistance = Math.max(1, word.length() / 3) + 1;
            for (String candidate : candidates) {
                int distance = distance(word, candidate);
                if (distance < bestDistance) {
                    best = candidate;
                    bestDistance = distance;
                }
            }
            return best;
        }

        /** Levenshtein's. */
        private static int distance(String a, String b) {
            int[] row = new int[b.length() + 1];
            for (int j = 0; j <= b.length(); j++) {
                row[j] = j;
            }
            for (int i = 1; i <= a.length(); i++) {
                int diagonal = row[0];
                row[0] = i;
                for (int j = 1; j <= b.length(); j++) {
                    int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                    diagonal = row[j];
                    row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
                }
            }
            return row[b.length()];
        }
    }
}
