package io.sluice.server.api;

import io.sluice.server.http1.FieldLines;
import org.jspecify.annotations.Nullable;

/** The text of a header line, of which proxies send the same again and again: the same object as long as it does not change. */
final class LineText {
    private final String name;
    private String last = "";

    LineText(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    int count(FieldLines fields) {
        int count = 0;
        for (int line = fields.find(name, 0); line >= 0; line = fields.find(name, line + 1)) {
            count++;
        }
        return count;
    }

    /** Of the first such line; null if there is none. */
    @Nullable
    String of(FieldLines fields) {
        int line = fields.find(name, 0);
        if (line < 0) {
            return null;
        }
        if (!fields.hasValue(line, last)) {
            last = fields.value(line);
        }
        return last;
    }
}
