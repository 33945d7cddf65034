package io.sluice.rules.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rules.RuleSet;
import io.sluice.rules.file.RuleFile;
import io.sluice.rules.file.RuleFile.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule file in the documents is right, and answers what they say. */
class DocumentsTest {
    private static final Path ROOT = Path.of("..");
    /** Files that examples name. */
    private static final Path BESIDE = Path.of("src/test/resources/rules/beside");

    static List<Example> examples() throws IOException {
        List<Example> examples = new ArrayList<>(Example.in(ROOT.resolve("README.md")));
        try (Stream<Path> documents = Files.list(ROOT.resolve("docs"))) {
            for (Path document : documents
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList()) {
                examples.addAll(Example.in(document));
            }
        }
        return examples;
    }

    @ParameterizedTest
    @MethodSource("examples")
    void answersWhatTheDocumentSays(Example example, @TempDir Path folder) throws IOException {
        RuleSet rules = read(example, folder);
        new Story(rules).tell(example.then());
    }

    private static RuleSet read(Example example, Path folder) throws IOException {
        try (Stream<Path> beside = Files.list(BESIDE)) {
            for (Path file : beside.toList()) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        RuleFile read = RuleFile.parse(example.yaml(), folder.resolve("sluice.yaml"));
        boolean mayBeDoubtful = !example.document().equals("cookbook.md");
        assertThat(mayBeDoubtful ? read.errors() : read.problems())
                .extracting(Problem::toString)
                .isEmpty();
        return read.rules();
    }

    @Test
    void theCookbookClaimsSomethingOfEveryFile() throws IOException {
        assertThat(Example.in(ROOT.resolve("docs/cookbook.md")))
                .hasSizeGreaterThan(8)
                .allSatisfy(example ->
                        assertThat(example.then()).as(example.toString()).isNotEmpty());
    }
}
