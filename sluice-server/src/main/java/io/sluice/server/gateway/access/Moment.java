package io.sluice.server.gateway.access;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Writes {@code "2026-11-15T18:44:54.123Z"}; all but the milliseconds is made once a second. For one thread. */
final class Moment {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern(
                    "'\"'uuuu-MM-dd'T'HH:mm:ss'.'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final byte[] END = JsonLine.ascii("Z\"");

    private long second = Long.MIN_VALUE;
    private byte[] written = new byte[0];

    void write(long epochNanos, JsonLine line) {
        long now = Math.floorDiv(epochNanos, 1_000_000_000L);
        if (now != second) {
            second = now;
            written = JsonLine.ascii(SECONDS.format(Instant.ofEpochSecond(now)));
        }
        line.raw(written)
                .digits(Math.floorMod(epochNanos, 1_000_000_000L) / 1_000_000, 3)
                .raw(END);
    }
}
