package io.sluice.rules.file;

import io.sluice.rules.file.Node.Entry;
import io.sluice.rules.file.Node.Look;
import io.sluice.rules.file.Node.Mapping;
import io.sluice.rules.file.Node.Scalar;
import io.sluice.rules.file.Node.Sequence;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands under the keys of a map. What is of the wrong kind is as if it were not there: {@link Structure} has told about it, and what
 * is read now is thrown away in the end.
 */
record Settings(@Nullable Node node) {
    private static final long MOST = 1_000_000_000_000L;

    List<Entry> entries() {
        return node instanceof Mapping map ? map.entries() : List.of();
    }

    boolean has(String key) {
        return node instanceof Mapping map && map.has(key);
    }

    @Nullable
    Node get(String key) {
        return node instanceof Mapping map ? map.get(key) : null;
    }

    Settings under(String key) {
        return new Settings(get(key));
    }

    @Nullable
    Scalar text(String key) {
        return text(get(key));
    }

    static @Nullable Scalar text(@Nullable Node node) {
        return node instanceof Scalar scalar && scalar.look() == Look.TEXT ? scalar : null;
    }

    String text(String key, String otherwise) {
        Scalar text = text(key);
        return text == null ? otherwise : text.value();
    }

    boolean flag(String key, boolean otherwise) {
        if (get(key) instanceof Scalar scalar && scalar.look() == Look.BOOLEAN) {
            return Boolean.parseBoolean(scalar.value());
        }
        return otherwise;
    }

    long number(String key, long otherwise) {
        return number(get(key), otherwise);
    }

    static long number(@Nullable Node node, long otherwise) {
        return node instanceof Scalar scalar && scalar.isNumber()
                ? Math.max(-MOST, Math.min(MOST, scalar.number().longValue()))
                : otherwise;
    }

    /** Where a key stands, or else the map. */
    Place place(String key) {
        Entry entry = node instanceof Mapping map ? map.entry(key) : null;
        return entry == null ? place() : entry.value().place();
    }

    Place place() {
        return node == null ? Place.START : node.place();
    }

    /** Of a text, or of a list of them. */
    static List<Scalar> texts(@Nullable Node node) {
        List<Node> items = node instanceof Sequence list ? list.items() : node == null ? List.of() : List.of(node);
        return items.stream()
                .filter(item -> text(item) != null)
                .map(Scalar.class::cast)
                .toList();
    }
}
