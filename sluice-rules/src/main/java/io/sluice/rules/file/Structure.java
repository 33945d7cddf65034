package io.sluice.rules.file;

import io.sluice.rules.file.Node.Entry;
import io.sluice.rules.file.Node.Mapping;
import io.sluice.rules.file.Node.Scalar;
import io.sluice.rules.file.Node.Sequence;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Checks a file against the schema: keys, kinds, choices and ranges. */
final class Structure {
    private final Problems problems;

    private Structure(Problems problems) {
        this.problems = problems;
    }

    static void check(Node root, Problems problems) {
        check(root, Schema.OF_RULE_FILES, problems);
    }

    static void check(Node node, Schema schema, Problems problems) {
        new Structure(problems).check(node, schema);
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
            List<String> keys = shapes.stream().map(one -> one.required.get(0)).toList();
            problems.error(map.place(), "missing " + Shown.or(keys), Expected.of(schema, schema));
            return;
        }
        size(map, map.entries().size(), shape, schema);
        Set<String> meant = new HashSet<>();
        for (Entry entry : map.entries()) {
            entry(entry, shape, shapes, meant);
        }
        for (String key : shape.required) {
            if (!map.has(key) && !meant.contains(key)) {
                problems.error(map.place(), "missing " + key, Expected.toAdd(key, shape));
            }
        }
    }

    /** By the key that it must have, or else the one that asks for none, or else by any key that it knows. */
    private static @Nullable Schema shapeOf(Mapping map, List<Schema> shapes) {
        List<Predicate<Schema>> signs = List.of(
                shape -> !shape.required.isEmpty() && map.has(shape.required.get(0)),
                shape -> shape.required.isEmpty(),
                shape -> !shape.required.isEmpty()
                        && map.entries().stream().anyMatch(entry -> shape.properties.containsKey(entry.name())));
        for (Predicate<Schema> sign : signs) {
            Optional<Schema> fitting = shapes.stream().filter(sign).findFirst();
            if (fitting.isPresent()) {
                return fitting.get();
            }
        }
        return null;
    }

    private void entry(Entry entry, Schema shape, List<Schema> shapes, Set<String> meant) {
        Schema value = shape.property(entry.name());
        if (value == null) {
            unknownKey(entry, shape, shapes, meant);
        } else {
            if (!shape.allowsName(entry.name())) {
                Schema names = Objects.requireNonNull(shape.names);
                problems.error(
                        entry.key().place(),
                        entry.key().shown() + " is no " + names.title,
                        "write " + names.description.replace("`", ""));
            }
            check(entry.value(), value);
        }
    }

    private void unknownKey(Entry entry, Schema shape, List<Schema> shapes, Set<String> meant) {
        Place place = entry.key().place();
        String key = entry.key().shown();
        List<Schema> others = shapes.stream()
                .filter(other -> other.property(entry.name()) != null && other.allowsName(entry.name()))
                .toList();
        if (others.isEmpty()) {
            List<String> known = List.copyOf(shape.properties.keySet());
            String near = Nearest.of(entry.name(), known);
            meant.add(near == null ? "" : near);
            problems.error(place, "unknown key " + key, Nearest.orAll(entry.name(), known));
            return;
        }
        List<String> marks = others.get(0).required;
        boolean goesWithAnother = !marks.isEmpty() && !marks.contains(entry.name());
        problems.error(
                place,
                key + " cannot stand beside " + shape.required.get(0),
                goesWithAnother ? "it goes with " + marks.get(0) : "keep one of them");
    }

    private void size(Node node, int size, Schema shape, Schema schema) {
        if (size < shape.leastSize) {
            String what = node instanceof Sequence ? "an empty list" : "an empty map";
            problems.error(node.place(), what + " is no " + schema.title, Expected.of(schema, schema));
        } else if (size > shape.mostSize) {
            problems.error(node.place(), "a list of " + size, "at most " + shape.mostSize + " can stand here");
        }
    }
}
