package io.sluice.server.log;

import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/** For programs. */
final class JsonLine extends Formatter {
    @Override
    public String format(LogRecord record) {
        Event event = Event.of(record, formatMessage(record));
        String trace = event.trace().isEmpty() ? "" : ",\"trace\":" + quoted(event.trace());
        return "{\"time\":" + quoted(event.time()) + ",\"level\":" + quoted(event.level()) + ",\"logger\":"
                + quoted(event.logger()) + ",\"message\":" + quoted(event.message()) + trace + "}\n";
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c == 0x7f || c == '\u2028' || c == '\u2029' || Character.isSurrogate(c)) {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
