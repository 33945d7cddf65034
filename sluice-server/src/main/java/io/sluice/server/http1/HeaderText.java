package io.sluice.server.http1;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The header lines of a head as text, by name. */
final class HeaderText {
    private final FieldLines fields;

    HeaderText(FieldLines fields) {
        this.fields = fields;
    }

    @Nullable
    String first(String name) {
        int line = fields.find(name, 0);
        return line < 0 ? null : fields.value(line);
    }

    int count(String name) {
        int count = 0;
        for (int line = fields.find(name, 0); line >= 0; line = fields.find(name, line + 1)) {
            count++;
        }
        return count;
    }

    /** Whether the lines of this name are these, in this order. */
    boolean are(String name, List<String> lines) {
        int count = 0;
        for (int line = fields.find(name, 0); line >= 0; line = fields.find(name, line + 1)) {
            if (count == lines.size() || !fields.hasValue(line, lines.get(count++))) {
                return false;
            }
        }
        return count == lines.size();
    }

    List<String> names() {
        List<String> names = new ArrayList<>(fields.size());
        for (int line = 0; line < fields.size(); line++) {
            names.add(fields.nameText(line));
        }
        return names;
    }
}
