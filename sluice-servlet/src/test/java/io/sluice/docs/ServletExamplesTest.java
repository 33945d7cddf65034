package io.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles the blocks of docs/http.md that are marked as {@code java servlet}. */
class ServletExamplesTest {
    private static final Pattern BLOCK = Pattern.compile("```java servlet\\n(.*?)```", Pattern.DOTALL);
    private static final String AROUND = """
            import io.sluice.core.*;
            import io.sluice.rules.*;
            import io.sluice.rules.file.*;
            import io.sluice.servlet.*;
            import java.nio.file.Path;
            abstract class Example {
                void example() throws Exception {
                    %s
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void everyExampleCompiles() throws IOException {
        List<String> examples = BLOCK.matcher(Files.readString(Path.of("../docs/http.md")))
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();
        assertThat(examples).isNotEmpty().allSatisfy(this::compiles);
    }

    private void compiles(String code) throws IOException {
        Path file = Files.writeString(folder.resolve("Example.java"), AROUND.formatted(code));
        StringWriter messages = new StringWriter();
        var compiler = ToolProvider.getSystemJavaCompiler();
        var files = compiler.getStandardFileManager(null, null, null);
        List<String> options =
                List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none", "-nowarn");
        boolean compiled = compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(file))
                .call();
        assertThat(compiled).as("%s%n%s", code, messages).isTrue();
    }
}
