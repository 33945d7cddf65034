package io.sluice.http.answer;

import io.sluice.http.field.Field;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a door sends instead of the application's answer. */
public final class Answer {
    private final int status;
    private final List<Field> fields;
    private final byte[] body;
    /** What the body says; null if it says nothing about the status. */
    private final @Nullable Written written;

    /** A document, and the form that it was written in. */
    record Written(Document document, Format format) {
        String text() {
            return document.in(format);
        }

        Written under(int status) {
            return new Written(document.under(status), format);
        }
    }

    Answer(int status, List<Field> fields, byte[] body, @Nullable Written written) {
        this.status = status;
        this.fields = List.copyOf(fields);
        this.body = body;
        this.written = written;
    }

    /** The same under another status, which the document in its body tells too: for doors whose statuses mean something to who asks. */
    public Answer under(int other) {
        if (other == status || written == null || body.length == 0) {
            return other == status ? this : new Answer(other, fields, body, null);
        }
        Written changed = written.under(other);
        return new Answer(other, fields, changed.text().getBytes(StandardCharsets.UTF_8), changed);
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
