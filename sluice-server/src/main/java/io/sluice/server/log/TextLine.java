package io.sluice.server.log;

import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/** For people. What would break the line, or move a terminal's cursor, is replaced. */
final class TextLine extends Formatter {
    @Override
    public String format(LogRecord record) {
        Event event = Event.of(record, formatMessage(record));
        String trace = event.trace().isEmpty() ? "" : ": " + event.trace();
        return event.time() + " " + event.level() + " " + shortened(event.logger()) + ": "
                + onOneLine(event.message() + trace) + "\n";
    }

    private static String shortened(String logger) {
        return logger.substring(logger.lastIndexOf('.') + 1);
    }

    private static String onOneLine(String text) {
        return text.replaceAll("\\s*\\R\\s*", " | ").replaceAll("\\p{Cntrl}", "?");
    }
}
