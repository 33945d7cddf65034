package io.sluice.testkit.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs every block of README.md and docs that is marked as {@code java}. */
class LibraryExamplesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String AROUND = """
            import io.sluice.core.*;
            import java.time.*;

            public class Example {
                static void respond(int status, Object... rest) {}

                public static void example() throws Exception {
                    %s
                }
            }
            """;

    @TempDir
    private Path folder;

    static List<DocExample> examples() throws IOException {
        return DocExample.in(ROOT, "java");
    }

    @Test
    void theReadmeHasSome() throws IOException {
        assertThat(examples()).extracting(DocExample::from).contains("README.md example 1", "README.md example 2");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void givesWhatItsCommentsSay(DocExample example) throws Exception {
        assertThat(example.outcomes()).as("outcomes of %s", example).isPositive();
        example.run(folder, AROUND);
    }

    @Test
    void aWrongOutcomeIsNoticed() {
        DocExample wrong = new DocExample("a test", "int two = 1 + 1;   // 3: they are many\n");
        assertThat(wrong.outcomes()).isOne();
        assertThatThrownBy(() -> wrong.run(folder, AROUND)).rootCause().hasMessageContaining("int two = 1 + 1");
    }
}
