package io.sluice.server.http1;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The header line that tells the time, made once a second. */
public final class DateLine {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private static volatile Line current = new Line(0, "", new byte[0]);

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Line(long second, String text, byte[] bytes) {}

    private DateLine() {}

    /** {@code Date: ...} with its line end; not to be written to. */
    public static byte[] bytes() {
        return current().bytes;
    }

    /** What stands in the line. */
    public static String text() {
        return current().text;
    }

    private static Line current() {
        long second = System.currentTimeMillis() / 1000;
        Line line = current;
        if (line.second != second) {
            String text = FORMAT.format(Instant.ofEpochSecond(second));
            line = new Line(second, text, ("Date: " + text + "\r\n").getBytes(US_ASCII));
            current = line;
        }
        return line;
    }
}
