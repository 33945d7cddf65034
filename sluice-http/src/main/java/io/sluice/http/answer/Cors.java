package io.sluice.http.answer;

import io.sluice.http.HttpRequest;
import io.sluice.http.field.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Lets scripts of other origins see the fields, and the refusal itself.
 *
 * <p>Without Access-Control-Allow-Origin a script sees a network error instead of a 429. Only the application knows which origins are welcome, so an
 * answer that is not its own carries that field for origins listed here, and for no other.
 *
 * @param origins as browsers send them: {@code https://app.example}
 */
public record Cors(Set<String> origins) {
    /** No origin is let in by us; an application's own CORS handling in front of the door may do so. */
    public static final Cors NONE = new Cors(Set.of());

    public Cors {
        origins = Set.copyOf(origins);
    }

    /** What goes with these fields on any answer; nothing where no script asks. */
    public static List<Field> exposing(HttpRequest request, List<Field> fields) {
        return request.count("Origin") == 0 ? List.of() : exposing(fields);
    }

    /** What goes with these fields where a script asks. */
    public static List<Field> exposing(List<Field> fields) {
        if (fields.isEmpty()) {
            return List.of();
        }
        String names =
                String.join(", ", fields.stream().map(Field::name).distinct().toList());
        return List.of(new Field("Access-Control-Expose-Headers", names));
    }

    /** What goes on an answer of our own. */
    List<Field> welcoming(HttpRequest request) {
        String origin = request.header("Origin");
        List<Field> fields = new ArrayList<>();
        if (origin != null && origins.contains(origin)) {
            fields.add(new Field("Access-Control-Allow-Origin", origin));
            fields.add(new Field("Access-Control-Allow-Credentials", "true"));
            fields.add(new Field("Vary", "Origin"));
        }
        return fields;
    }
}
