package io.sluice.rules.file;

import java.util.LinkedHashMap;
import java.util.Map;

/** Every key of the schema as a table for people. */
final class KeyTable {
    private final Map<String, String> rows = new LinkedHashMap<>();

    private KeyTable() {}

    static String of(Schema schema) {
        KeyTable table = new KeyTable();
        table.addKeysOf("", schema);
        return "| key | what | unless given | example |\n|---|---|---|---|\n" + String.join("", table.rows.values());
    }

    private void addKeysOf(String path, Schema schema) {
        schema.properties.forEach((key, value) -> add(path + key, value));
        if (schema.additional != null) {
            String name = schema.names == null || schema.names.title.isEmpty() ? "attribute" : schema.names.title;
            add(path + "<" + name + ">", schema.additional);
        }
        schema.alternatives.forEach(shape -> addKeysOf(path, shape));
        if (schema.items != null) {
            addKeysOf(path, schema.items);
        }
    }

    private void add(String path, Schema value) {
        String standard = value.standard == null ? "" : code(Shown.of(value.standard));
        String example = value.examples.isEmpty() ? "" : code(Shown.of(value.examples.get(0)));
        String row = "| " + code(path) + " | " + value.description.replace("|", "\\|") + " | " + standard + " | "
                + example + " |\n";
        if (rows.putIfAbsent(path, row) == null) {
            addKeysOf(path + ".", value);
        }
    }

    private static String code(String text) {
        return "`" + text.replace("|", "\\|") + "`";
    }
}
