package io.sluice.http;

import io.sluice.rules.Attribute;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What was found out about a request, and what was found to be missing. */
final class Remembered {
    private Attribute[] attributes = new Attribute[2];
    private @Nullable String[] values = new String[2];
    private int count;

    /** Negative if nothing is known of it. */
    int place(Attribute attribute) {
        for (int i = 0; i < count; i++) {
            if (attributes[i].equals(attribute)) {
                return i;
            }
        }
        return -1;
    }

    @Nullable
    String value(int place) {
        return values[place];
    }

    void add(Attribute attribute, @Nullable String value) {
        if (count == attributes.length) {
            attributes = Arrays.copyOf(attributes, 2 * count);
            values = Arrays.copyOf(values, 2 * count);
        }
        attributes[count] = attribute;
        values[count++] = value;
    }
}
