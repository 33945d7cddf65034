package io.sluice.rules.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One file for each thing that can be wrong; the comments at its top are what must be said about it, in that order. */
class InvalidFilesTest {
    static List<Path> files() {
        return Fixtures.in(Fixtures.INVALID);
    }

    @ParameterizedTest
    @MethodSource("files")
    void saysWhatIsWrongWhereAndWhatWouldBeRight(Path file) {
        List<String> expected = Fixtures.text(file)
                .lines()
                .takeWhile(line -> line.startsWith("# "))
                .map(line -> line.substring(2))
                .toList();
        RuleFile read = RuleFile.read(file);
        assertThat(read.problems())
                .extracting(problem -> problem.toString()
                        .substring(file.toString().length() + 1)
                        .replace(Fixtures.INVALID + "/", ""))
                .isEqualTo(expected)
                .isNotEmpty();
        assertThat(read.rules()).isNull();
    }

    @Test
    void areMany() {
        assertThat(files()).hasSizeGreaterThan(200);
    }
}
