package io.sluice.rules.file;

import io.sluice.rules.file.Node.Entry;
import io.sluice.rules.file.Node.Mapping;
import io.sluice.rules.file.Node.Scalar;
import io.sluice.rules.file.Node.Sequence;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The grammar of rule files, or a part of it: a JSON Schema, as far as ours goes. {@code title} is the noun that messages use; {@code
 * format} names a syntax that only the reader of that part knows.
 */
final class Schema {
    private static final String RESOURCE = "/io/sluice/rules/sluice.schema.json";

    /** Of the whole file. */
    static final Schema OF_RULE_FILES = load();

    final String title;
    final String description;
    final String format;
    final List<String> types;
    final List<Scalar> choices;
    final List<Schema> alternatives;
    final Map<String, Schema> properties;
    /** Of keys that are not among the properties; null: there are no others. */
    final @Nullable Schema additional;

    final @Nullable Schema names;
    final @Nullable Schema items;
    final List<String> required;
    final @Nullable Pattern pattern;
    final @Nullable BigDecimal minimum;
    final @Nullable BigDecimal maximum;
    final int leastSize;
    final int mostSize;
    final @Nullable Node standard;
    final List<Node> examples;

    private Schema(Mapping written, Mapping root) {
        Mapping said = resolved(written, root);
        title = text(said, "title");
        description = text(said, "description");
        format = text(said, "format");
        choices = list(said, "enum").stream().map(Scalar.class::cast).toList();
        types = said.has("type") ? List.of(text(said, "type")) : choices.isEmpty() ? List.of() : List.of("enum");
        alternatives = list(said, "oneOf").stream()
                .map(node -> new Schema((Mapping) node, root))
                .flatMap(inner -> inner.alternatives.isEmpty() ? Stream.of(inner) : inner.alternatives.stream())
                .toList();
        properties = properties(said, root);
        additional = part(said, "additionalProperties", root);
        names = part(said, "propertyNames", root);
        items = part(said, "items", root);
        required = list(said, "required").stream()
                .map(node -> ((Scalar) node).value())
                .toList();
        pattern = said.has("pattern") ? Pattern.compile(text(said, "pattern")) : null;
        minimum = number(said, "minimum");
        maximum = number(said, "maximum");
        leastSize = size(said, said.has("minItems") ? "minItems" : "minProperties", 0);
        mostSize = size(said, "maxItems", Integer.MAX_VALUE);
        standard = said.get("default");
        examples = list(said, "examples");
    }

    private static Schema load() {
        try (InputStream in = Objects.requireNonNull(Schema.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            Problems problems = new Problems(RESOURCE);
            Node root = Yaml.read(new String(in.readAllBytes(), StandardCharsets.UTF_8), problems);
            if (!(root instanceof Mapping map)) {
                throw new IllegalStateException(problems.all().toString());
            }
            return new Schema(map, map);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is said beside a reference goes before what is said there. */
    private static Mapping resolved(Mapping said, Mapping root) {
        if (!said.has("$ref")) {
            return said;
        }
        String name = text(said, "$ref").substring("#/$defs/".length());
        Mapping definitions = (Mapping) Objects.requireNonNull(root.get("$defs"));
        Mapping there = resolved((Mapping) Objects.requireNonNull(definitions.get(name), name), root);
        List<Entry> merged = Stream.concat(
                        said.entries().stream().filter(entry -> !entry.name().equals("$ref")),
                        there.entries().stream().filter(entry -> !said.has(entry.name())))
                .toList();
        return new Mapping(said.place(), merged, merged.size());
    }

    private static Map<String, Schema> properties(Mapping said, Mapping root) {
        Map<String, Schema> all = new LinkedHashMap<>();
        if (said.get("properties") instanceof Mapping map) {
            map.entries().forEach(entry -> all.put(entry.name(), new Schema((Mapping) entry.value(), root)));
        }
        return all;
    }

    private static @Nullable Schema part(Mapping said, String key, Mapping root) {
        return said.get(key) instanceof Mapping map ? new Schema(map, root) : null;
    }

    private static String text(Mapping said, String key) {
        return said.get(key) instanceof Scalar scalar ? scalar.value() : "";
    }

    private static List<Node> list(Mapping said, String key) {
        return said.get(key) instanceof Sequence list ? list.items() : List.of();
    }

    private static @Nullable BigDecimal number(Mapping said, String key) {
        return said.get(key) instanceof Scalar scalar ? scalar.number() : null;
    }

    private static int size(Mapping said, String key, int otherwise) {
        return said.get(key) instanceof Scalar scalar ? scalar.number().intValueExact() : otherwise;
    }

    /** The one that has this key, of several shapes of a map; null if none has. */
    @Nullable
    Schema property(String key) {
        return properties.getOrDefault(key, additional);
    }

    /** Whether it is of the right kind; what it says is another matter. */
    boolean takes(Node node) {
        if (!(node instanceof Scalar scalar)) {
            return types.contains(node instanceof Sequence ? "array" : "object");
        }
        return switch (types.isEmpty() ? "" : types.get(0)) {
            case "string" -> scalar.look() == Node.Look.TEXT;
            case "integer" ->
                scalar.isNumber() && scalar.number().stripTrailingZeros().scale() <= 0;
            case "number" -> scalar.isNumber();
            case "enum" -> scalar.look() == choices.get(0).look();
            default -> false;
        };
    }
}
