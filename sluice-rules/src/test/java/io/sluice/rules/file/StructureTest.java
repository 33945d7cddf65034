package io.sluice.rules.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether a file has the right structure is told alike by our walker and by a validator of another hand. */
class StructureTest {
    private final OtherValidator other = new OtherValidator();

    static List<Path> files() {
        return Stream.concat(Fixtures.in(Fixtures.VALID).stream(), Fixtures.in(Fixtures.INVALID).stream())
                .toList();
    }

    private static boolean passes(Node node) {
        Problems problems = new Problems("");
        Structure.check(node, problems);
        return !problems.hasErrors();
    }

    @ParameterizedTest
    @MethodSource("files")
    void agreesWithAnotherValidator(Path file) {
        Node node = Yaml.read(Fixtures.text(file), new Problems(""));
        if (node != null) {
            assertThat(passes(node)).as("%s", other.errors(node)).isEqualTo(other.passes(node));
        }
    }

    @Test
    void agreesWithAnotherValidatorOnFilesWithSlips() {
        List<String> texts =
                Fixtures.in(Fixtures.VALID).stream().map(Fixtures::text).toList();
        int[] passed = new int[2];
        Slips.tryAll(1_500, texts, text -> {
            Node node = Yaml.read(text, new Problems(""));
            if (node != null) {
                boolean expected = other.passes(node);
                passed[expected ? 1 : 0]++;
                assertThat(passes(node)).as("%s", other.errors(node)).isEqualTo(expected);
            }
        });
        if (Long.getLong("sluice.seed") == null) {
            assertThat(passed[0]).isGreaterThan(100);
            assertThat(passed[1]).isGreaterThan(100);
        }
    }
}
