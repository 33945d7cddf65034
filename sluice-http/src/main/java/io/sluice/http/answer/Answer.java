package io.sluice.http.answer;

import io.sluice.http.field.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a door sends instead of the application's answer. */
public final class Answer {
    private final int status;
    private final List<Field> fields;
    private final byte[] body;

    Answer(int status, List<Field> fields, byte[] body) {
        this.status = status;
        this.fields = List.copyOf(fields);
        this.body = body;
    }

    public int status() {
        return status;
    }

    /** All header fields, Content-Type among them. */
    public List<Field> fields() {
        return fields;
    }

    /** The value of a field; null if it has none of that name. */
    public @Nullable String field(String name) {
        return fields.stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .map(Field::value)
                .findFirst()
                .orElse(null);
    }

    /** Empty for HEAD. */
    public byte[] body() {
        return body.clone();
    }
}
