package io.sluice.rules.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each file says in its comments at the top which warnings it deserves, word for word; none means none. */
class DoubtsTest {
    private static final Path FILES = Path.of("src/test/resources/rules/doubtful");

    static Stream<String> files() throws IOException {
        try (Stream<Path> all = Files.list(FILES)) {
            return all
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".yaml"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void warnsOfWhatItsCommentsSay(String name) throws IOException {
        Path file = FILES.resolve(name);
        List<String> expected = Files.readAllLines(file).stream()
                .takeWhile(line -> line.startsWith("#"))
                .map(line -> line.substring(2))
                .toList();
        RuleFile read = RuleFile.read(file);
        assertThat(read.rules()).as("read all the same").isNotNull();
        assertThat(read.problems().stream().map(Object::toString).map(line -> line.replace(file + ":", "")))
                .containsExactlyElementsOf(expected);
    }
}
