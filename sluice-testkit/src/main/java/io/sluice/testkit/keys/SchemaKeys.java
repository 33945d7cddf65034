package io.sluice.testkit.keys;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Everything that can be written in a rule file, by the schema that ships: {@code rules.*.per} for a value, {@code rules.*.per[]} for one in a list, {@code
 * rules.*.mode=shadow} for a choice. Where several shapes of a map have the same key, the one that such a shape needs stands before it: {@code cost.header+min}.
 */
public final class SchemaKeys {
    private final Map<?, ?> root;
    private final Set<String> found = new TreeSet<>();

    private SchemaKeys(Map<?, ?> root) {
        this.root = root;
    }

    /** All of a schema, which is read to its end and closed. */
    public static Set<String> of(InputStream schema) throws IOException {
        try (schema) {
            Load load = new Load(LoadSettings.builder().build());
            Map<?, ?> root = map(load.loadFromInputStream(schema));
            SchemaKeys keys = new SchemaKeys(root);
            keys.add("", root);
            return keys.found;
        }
    }

    private void add(String path, Map<?, ?> written) {
        Map<?, ?> schema = resolved(written);
        List<Map<?, ?>> shapes = schema.containsKey("oneOf")
                ? list(schema.get("oneOf")).stream().map(this::resolved).toList()
                : List.of(schema);
        for (Map<?, ?> shape : shapes) {
            if (shape.containsKey("oneOf")) {
                add(path, shape);
            } else if (shape.containsKey("enum")) {
                ((List<?>) Objects.requireNonNull(shape.get("enum"))).forEach(choice -> found.add(path + "=" + choice));
            } else if ("array".equals(shape.get("type"))) {
                addItems(path + "[]", map(shape.get("items")), shapes.size() > 1);
            } else if ("object".equals(shape.get("type"))) {
                addKeys(path.isEmpty() ? "" : path + ".", shape, shapes);
            } else {
                found.add(path);
            }
        }
    }

    /** A list of what may stand alone as well is not gone through again. */
    private void addItems(String path, Map<?, ?> items, boolean orAlone) {
        if (orAlone) {
            found.add(path);
        } else {
            add(path, items);
        }
    }

    private void addKeys(String path, Map<?, ?> shape, List<Map<?, ?>> shapes) {
        map(shape.get("properties")).forEach((key, value) -> add(path + name(key, shape, shapes), map(value)));
        if (shape.get("additionalProperties") instanceof Map<?, ?> others) {
            add(path + "*", others);
        }
    }

    private static String name(Object key, Map<?, ?> shape, List<Map<?, ?>> shapes) {
        boolean several = shapes.stream()
                        .filter(other -> map(other.get("properties")).containsKey(key))
                        .count()
                > 1;
        return several && shape.get("required") instanceof List<?> needed ? needed.get(0) + "+" + key : "" + key;
    }

    private Map<?, ?> resolved(Map<?, ?> schema) {
        if (!(schema.get("$ref") instanceof String reference)) {
            return schema;
        }
        String name = reference.substring("#/$defs/".length());
        return resolved(map(map(root.get("$defs")).get(name)));
    }

    private static Map<?, ?> map(@Nullable Object node) {
        return node instanceof Map<?, ?> map ? map : Map.of();
    }

    private static List<Map<?, ?>> list(@Nullable Object node) {
        return node instanceof List<?> list
                ? list.stream().<Map<?, ?>>map(SchemaKeys::map).toList()
                : List.of();
    }
}
