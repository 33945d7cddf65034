package io.sluice.server.log;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** The parts of a line. */
record Event(String time, String level, String logger, String message, String trace) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

    /** @param message with its parameters filled in */
    static Event of(LogRecord record, String message) {
        Instant at = record.getInstant();
        return new Event(
                TIME.format(at),
                level(record.getLevel()),
                String.valueOf(record.getLoggerName()),
                message,
                trace(record.getThrown()));
    }

    private static String level(Level level) {
        if (level.intValue() >= Level.SEVERE.intValue()) {
            return "ERROR";
        }
        return level.intValue() >= Level.WARNING.intValue()
                ? "WARNING"
                : level.intValue() >= Level.INFO.intValue() ? "INFO" : "DEBUG";
    }

    private static String trace(@org.jspecify.annotations.Nullable Throwable thrown) {
        if (thrown == null) {
            return "";
        }
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString().strip();
    }
}
