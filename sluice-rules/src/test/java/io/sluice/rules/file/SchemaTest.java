package io.sluice.rules.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rules.file.Node.Scalar;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the schema says of itself holds. */
class SchemaTest {
    private static List<Schema> all() {
        List<Schema> found = new ArrayList<>();
        collect(Schema.OF_RULE_FILES, found);
        return found;
    }

    private static void collect(Schema schema, List<Schema> found) {
        found.add(schema);
        schema.alternatives.forEach(inner -> collect(inner, found));
        schema.properties.values().forEach(inner -> collect(inner, found));
        if (schema.additional != null) {
            collect(schema.additional, found);
        }
        if (schema.items != null) {
            collect(schema.items, found);
        }
    }

    @Test
    void examplesAndDefaultsAreRight() {
        int tried = 0;
        for (Schema schema : all()) {
            List<Node> right = new ArrayList<>(schema.examples);
            if (schema.standard != null) {
                right.add(schema.standard);
            }
            for (Node node : right) {
                Problems problems = new Problems(schema.title);
                Structure.check(node, schema, problems);
                assertThat(problems.all()).as("%s", Shown.of(node)).isEmpty();
                tried++;
            }
        }
        assertThat(tried).isGreaterThan(150);
    }

    @Test
    void everythingThatCanBeWrittenHasANounAndAnExample() {
        for (Schema schema : all()) {
            for (Schema value : schema.properties.values()) {
                assertThat(value.title).as(value.description).isNotEmpty();
                assertThat(value.description).as(value.title).isNotEmpty();
                assertThat(value.examples).as(value.title).isNotEmpty();
            }
        }
    }

    /** Texts with a syntax of their own are read by the reader of that part, the schema's examples included. */
    @ParameterizedTest
    @CsvSource({
        "limit, limit",
        "per, per",
        "match, match",
        "duration, block",
        "hours, active.hours",
        "zone, active.zone"
    })
    void examplesOfTextsAreRead(String format, String key) {
        for (Schema schema : all()) {
            boolean hasIt = schema.format.equals(format)
                    || schema.alternatives.stream().anyMatch(inner -> inner.format.equals(format));
            for (Node example : hasIt ? schema.examples : List.<Node>of()) {
                if (example instanceof Scalar text) {
                    String value = "'" + text.value() + "'";
                    String written = key.startsWith("active.")
                            ? "active: { " + key.substring(7) + ": " + value + " }"
                            : key + ": " + value;
                    String limit = key.equals("limit") ? "" : "limit: 1/s, ";
                    String file = "{ version: 1, rules: { a: { " + limit + written + " } } }";
                    assertThat(RuleFile.parse(file, Path.of("rules.yaml")).errors())
                            .as(file)
                            .isEmpty();
                }
            }
        }
    }
}
