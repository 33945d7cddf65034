package io.sluice.rules.file;

import io.sluice.rules.file.Node.Look;
import io.sluice.rules.file.Node.Scalar;
import java.util.List;

/** What would be right, in words and examples of the schema. */
final class Expected {
    private Expected() {}

    static String wrongKind(Node node, Schema schema) {
        if (node instanceof Scalar scalar && scalar.look() == Look.NOTHING) {
            return "nothing is written here";
        }
        boolean secret = schema.format.equals(SecretText.FORMAT);
        String found = node instanceof Scalar scalar && !secret ? scalar.shown() : node.kind();
        return found + " is no " + schema.title;
    }

    static String instead(Node node, Schema schema) {
        if (node instanceof Scalar scalar && scalar.look() != Look.NOTHING && schema.format.equals(SecretText.FORMAT)) {
            return "write it in quotes";
        }
        if (node instanceof Scalar scalar && scalar.look() != Look.NOTHING) {
            List<Schema> shapes = schema.alternatives.isEmpty() ? List.of(schema) : schema.alternatives;
            if (shapes.stream().anyMatch(Expected::isFreeText)) {
                return "write it in quotes: \"" + scalar.shown() + "\"";
            }
            if (shapes.stream().anyMatch(shape -> shape.takes(unquoted(scalar)))) {
                return "write it without quotes: " + scalar.shown();
            }
        }
        return of(schema, schema);
    }

    /** Any text would do, so a number or a truth value was meant as text. */
    private static boolean isFreeText(Schema shape) {
        return shape.types.contains("string") && shape.format.isEmpty() && shape.pattern == null;
    }

    private static Node unquoted(Scalar scalar) {
        Node bare = Yaml.read(scalar.value(), new Problems(""));
        return bare instanceof Scalar && scalar.quotes() > 0 ? bare : scalar;
    }

    static String of(Schema shape, Schema schema) {
        List<Node> examples = shape.examples.isEmpty() ? schema.examples : shape.examples;
        if (shape.minimum != null && shape.maximum != null) {
            String number = shape.types.contains("integer") ? "a whole number" : "a number";
            return "write " + number + " from " + shape.minimum + " to " + shape.maximum;
        }
        if (!shape.choices.isEmpty()) {
            return "expected "
                    + Shown.or(shape.choices.stream().map(Scalar::value).toList());
        }
        return "write " + Shown.or(examples.stream().map(Shown::of).toList());
    }

    static String toAdd(String key, Schema shape) {
        Schema value = shape.property(key);
        return value == null || value.examples.isEmpty()
                ? "add it"
                : "add " + key + ": " + Shown.of(value.examples.get(0));
    }

    static boolean inRange(Scalar scalar, Schema shape) {
        return !scalar.isNumber()
                || ((shape.minimum == null || scalar.number().compareTo(shape.minimum) >= 0)
                        && (shape.maximum == null || scalar.number().compareTo(shape.maximum) <= 0));
    }
}
