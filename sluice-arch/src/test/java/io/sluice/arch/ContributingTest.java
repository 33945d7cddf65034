package io.sluice.arch;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of modules in CONTRIBUTING.md says what the other tests here hold everybody to. */
class ContributingTest {
    /** A row: the module, what it holds, and which other modules it may know. */
    private static final Pattern ROW = Pattern.compile("\\| `sluice-(?<module>\\w+)` \\|[^|]*\\|(?<known>[^|]*)\\|.*");

    @Test
    void namesEveryModuleAndWhatItMayKnow() throws IOException {
        Map<String, Set<String>> told = Files.readAllLines(Path.of("../CONTRIBUTING.md")).stream()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .collect(toMap(row -> row.group("module"), row -> words(row.group("known"))));
        assertThat(told.keySet()).contains("arch");
        told.remove("arch");

        assertThat(told)
                .isEqualTo(Modules.ARROWS.entrySet().stream()
                        .collect(toMap(Map.Entry::getKey, arrow -> Set.copyOf(arrow.getValue()))));
    }

    private static Set<String> words(String cell) {
        return cell.isBlank()
                ? Set.of()
                : Set.copyOf(Stream.of(cell.strip().split(", ")).toList());
    }
}
