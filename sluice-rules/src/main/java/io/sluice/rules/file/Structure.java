package io.sluice.rules.file;

import io.sluice.rules.file.Node.Entry;
import io.sluice.rules.file.Node.Mapping;
import io.sluice.rules.file.Node.Scalar;
import io.sluice.rules.file.Node.Sequence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks a file against the schema: keys, kinds, choices and ranges. */
final class Structure {
    private final Problems problems;

    private Structure(Problems problems) {
        this.problems = problems;
    }

    static void check(Node root, Problems problems) {
        new Structure(problems).check(root, Schema.OF_RULE_FILES);
    }

    private void check(Node node, Schema schema) {
        List<Schema> shapes = schema.alternatives.isEmpty() ? List.of(schema) : schema.alternatives;
        List<Schema> fitting =
                shapes.stream().filter(shape -> shape.takes(node)).toList();
        if (fitting.isEmpty()) {
            problems.error(node.place(), Expected.wrongKind(node, schema), Expected.instead(node, schema));
        } else if (node instanceof Mapping map) {
            map(map, fitting, schema);
        } else if (node instanceof Sequence list) {
            list(list, fitting.get(0), schema);
        } else {
            scalar((Scalar) node, fitting.get(0), schema);
        }
    }

    private void scalar(Scalar scalar, Schema shape, Schema schema) {
        boolean known = shape.choices.isEmpty()
                || shape.choices.stream().anyMatch(choice -> choice.value().equals(scalar.value()));
        if (!known) {
            List<String> choices = shape.choices.stream().map(Scalar::value).toList();
            String noun = shape.title.isEmpty() ? schema.title : shape.title;
            problems.error(
                    scalar.place(), "unknown " + noun + " " + scalar.shown(), Nearest.orAll(scalar.value(), choices));
        } else if (!Expected.inRange(scalar, shape)
                || (shape.pattern != null
                        && !shape.pattern.matcher(scalar.value()).find())) {
            problems.error(scalar.place(), Expected.wrongKind(scalar, schema), Expected.of(shape, schema));
        }
    }

    private void list(Sequence list, Schema shape, Schema schema) {
        size(list, list.items().size(), shape, schema);
        if (shape.items != null) {
            for (Node item : list.items()) {
                check(item, shape.items);
            }
        }
    }

    private void map(Mapping map, List<Schema> shapes, Schema schema) {
        Schema shape = shapes.size() == 1 ? shapes.get(0) : shapeOf(map, shapes);
        if (shape == null) {
            List<String> keys = shapes.stream()
                    .flatMap(one -> one.required.stream())
                    .distinct()
                    .toList();
            problems.error(map.place(), "missing " + Shown.or(keys), Expected.of(schema, schema));
            return;
        }
        size(map, map.entries().size(), shape, schema);
        for (Entry entry : map.entries()) {
            entry(entry, shape, shapes);
        }
        for (String key : shape.required) {
            if (!map.has(key)) {
                problems.error(map.place(), "missing " + key, Expected.toAdd(key, shape));
            }
        }
    }

    /** By the key that only it has, or else the one that asks for none. */
    private static @Nullable Schema shapeOf(Mapping map, List<Schema> shapes) {
        for (Schema shape : shapes) {
            if (!shape.required.isEmpty() && map.has(shape.required.get(0))) {
                return shape;
            }
        }
        return shapes.stream()
                .filter(shape -> shape.required.isEmpty())
                .findFirst()
                .orElse(null);
    }

    private void entry(Entry entry, Schema shape, List<Schema> shapes) {
        Schema value = shape.property(entry.name());
        if (value == null) {
            unknownKey(entry, shape, shapes);
            return;
        }
        Schema names = shape.names;
        if (names != null
                && names.pattern != null
                && !names.pattern.matcher(entry.name()).find()) {
            problems.error(
                    entry.key().place(),
                    entry.key().shown() + " is no " + names.title,
                    "write " + names.description.replace("`", ""));
        }
        check(entry.value(), value);
    }

    private void unknownKey(Entry entry, Schema shape, List<Schema> shapes) {
        Place place = entry.key().place();
        String key = entry.key().shown();
        List<String> known = new ArrayList<>(shape.properties.keySet());
        boolean elsewhere = shapes.stream().anyMatch(other -> other.properties.containsKey(entry.name()));
        if (elsewhere) {
            problems.error(place, key + " cannot stand beside " + shape.required.get(0), "keep one of them");
        } else {
            problems.error(place, "unknown key " + key, Nearest.orAll(entry.name(), known));
        }
    }

    private void size(Node node, int size, Schema shape, Schema schema) {
        if (size < shape.leastSize) {
            problems.error(node.place(), "nothing stands in here", Expected.of(schema, schema));
        } else if (size > shape.mostSize) {
            problems.error(node.place(), size + " are too many", "at most " + shape.mostSize);
        }
    }
}
