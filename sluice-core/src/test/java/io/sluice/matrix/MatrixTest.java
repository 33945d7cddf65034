package io.sluice.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Limit;
import io.sluice.matrix.Subject.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs every cell, and writes down which hold. */
class MatrixTest {
    private static final Cells CELLS = new Cells();
    private static final Set<String> HELD = new TreeSet<>();

    static Stream<Arguments> cells() {
        return Stream.of(Verb.values())
                .flatMap(verb -> Stream.of(Limit.Kind.values())
                        .flatMap(kind -> Stream.of(Scope.values()).map(scope -> Arguments.of(verb, kind, scope))));
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("cells")
    void everyVerbMeansTheSameEverywhere(Verb verb, Limit.Kind kind, Scope scope) throws InterruptedException {
        CELLS.of(verb).run(new Subject(kind, scope));
        HELD.add(cell(verb, kind, scope));
    }

    private static String cell(Verb verb, Limit.Kind kind, Scope scope) {
        return verb + " " + kind + " " + scope;
    }

    @AfterAll
    static void writeTable() throws IOException {
        String header = "| verb | for | " + columns() + " |\n|---|---|" + "---|".repeat(Limit.Kind.values().length);
        String rows = Stream.of(Verb.values())
                .flatMap(verb -> Stream.of(Scope.values()).map(scope -> row(verb, scope)))
                .collect(Collectors.joining("\n"));
        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target", "matrix.md"), header + "\n" + rows + "\n");
        assertThat(rows).doesNotContain("| no |");
    }

    private static String columns() {
        return Stream.of(Limit.Kind.values()).map(MatrixTest::words).collect(Collectors.joining(" | "));
    }

    private static String words(Enum<?> value) {
        return value.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }

    private static String row(Verb verb, Scope scope) {
        List<String> answers = Stream.of(Limit.Kind.values())
                .map(kind -> HELD.contains(cell(verb, kind, scope)) ? "yes" : "no")
                .toList();
        return "| " + words(verb) + " | " + words(scope) + " | " + String.join(" | ", answers) + " |";
    }
}
