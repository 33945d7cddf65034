package io.sluice.conformance;

import java.util.Map;

/** Reads 250ms, 3s and the like. */
final class Durations {
    private static final Map<String, Long> UNITS = Map.of(
            "", 1L,
            "ns", 1L,
            "us", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "min", 60_000_000_000L,
            "h", 3_600_000_000_000L,
            "day", 86_400_000_000_000L);

    private Durations() {}

    static long nanos(String text) {
        String digits = text.replaceAll("[a-z]+$", "");
        return Long.parseLong(digits) * UNITS.get(text.substring(digits.length()));
    }
}
