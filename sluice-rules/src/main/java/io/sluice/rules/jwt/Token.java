package io.sluice.rules.jwt;

import java.text.ParseException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a token says whose signature holds.
 *
 * @param fromMillis from when on it is valid
 * @param untilMillis when it is no longer
 */
record Token(Map<String, Object> claims, long fromMillis, long untilMillis) {
    /** Clocks of those who write tokens and of those who read them are not the same. */
    private static final long LEEWAY_MILLIS = 60_000;

    static Token of(Map<String, Object> claims) throws ParseException {
        return new Token(
                claims,
                millis(claims.get("nbf"), Long.MIN_VALUE, -LEEWAY_MILLIS),
                millis(claims.get("exp"), Long.MAX_VALUE, LEEWAY_MILLIS));
    }

    /** Seconds since 1970, perhaps with a fraction; a token whose times cannot be read is not valid at any. */
    private static long millis(@Nullable Object seconds, long otherwise, long leeway) throws ParseException {
        if (seconds == null) {
            return otherwise;
        }
        if (!(seconds instanceof Number number)) {
            throw new ParseException("exp and nbf are numbers", 0);
        }
        return (long) (number.doubleValue() * 1000 + leeway);
    }

    boolean isValidAt(long epochMillis) {
        return fromMillis <= epochMillis && epochMillis < untilMillis;
    }

    @Nullable
    String claim(String name) {
        Object value = claims.get(name);
        boolean plain = value instanceof String || value instanceof Number || value instanceof Boolean;
        String text = plain ? String.valueOf(value) : "";
        return text.isEmpty() ? null : text;
    }
}
