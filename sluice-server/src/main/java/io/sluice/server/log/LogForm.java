package io.sluice.server.log;

import java.util.List;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.stream.Stream;

/** How a line of the log is written. */
public enum LogForm {
    /** {@code 2026-01-31T12:00:00.123Z INFO server: drained}. */
    TEXT,
    /** {@code {"time":"2026-01-31T12:00:00.123Z","level":"INFO","logger":"...","message":"drained"}}. */
    JSON;

    /** As settings have them. */
    public static final List<String> NAMES = Stream.of(values())
            .map(form -> form.name().toLowerCase(Locale.ROOT))
            .toList();

    Formatter formatter() {
        return switch (this) {
            case TEXT -> new TextLine();
            case JSON -> new JsonLine();
        };
    }

    public static LogForm of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
