package io.sluice.conformance;

import io.sluice.core.RateLimiter;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A limit, a key and permits: {@code user:ann=1}, or {@code user:ann=1?} for what must pass but is not charged. */
record Target(String limit, RateLimiter limiter, String key, long permits, boolean looksOnly) {
    private static final Pattern WRITTEN = Pattern.compile("([a-z]+):([^=]+)(?:=(\\d+)(\\?)?)?");

    static List<Target> in(List<String> words, Map<String, RateLimiter> limiters) {
        return words.stream()
                .map(WRITTEN::matcher)
                .filter(Matcher::matches)
                .map(written -> of(written, limiters))
                .toList();
    }

    private static Target of(Matcher written, Map<String, RateLimiter> limiters) {
        return new Target(
                written.group(1),
                limiters.get(written.group(1)),
                written.group(2),
                written.group(3) == null ? 0 : Long.parseLong(written.group(3)),
                written.group(4) != null);
    }
}
