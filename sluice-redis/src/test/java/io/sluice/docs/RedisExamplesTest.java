package io.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.RedisServer;
import io.sluice.testkit.docs.DocExample;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiles every block of README.md and docs that is marked as {@code java redis}, and the examples in this module's javadoc; runs those that say what they give. */
class RedisExamplesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern IN_MARKDOWN = Pattern.compile("```java redis\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern IN_JAVADOC = Pattern.compile("<pre>\\{@code\\n(.*?)\\}</pre>", Pattern.DOTALL);
    private static final List<String> IMPORTED = List.of(
            "io.sluice.core",
            "io.sluice.redis",
            "io.sluice.redis.failure",
            "java.nio.file",
            "java.time",
            "java.util",
            "java.util.concurrent");

    /** A store on a Redis that runs is given. */
    private static final String AROUND =
            IMPORTED.stream().map(name -> "import " + name + ".*;\n").collect(Collectors.joining()) + """
            public class Example {
                static void respond(int status, Object... rest) {}

                public static void example() throws Exception {
                    %s
                    %%s
                    store.close();
                }
            }
            """;

    @TempDir
    private Path output;

    /** A piece of code, and where it stands. */
    record Example(String from, String code) {
        @Override
        public String toString() {
            return from;
        }
    }

    static Stream<Example> examples() throws IOException {
        List<Example> all = new ArrayList<>();
        addAll(all, ROOT.resolve("README.md"), IN_MARKDOWN);
        for (Path document : files(ROOT.resolve("docs"), ".md")) {
            addAll(all, document, IN_MARKDOWN);
        }
        for (Path source : files(Path.of("src", "main", "java"), ".java")) {
            addAll(all, source, IN_JAVADOC);
        }
        return all.stream();
    }

    private static List<Path> files(Path folder, String suffix) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.filter(path -> path.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }

    private static void addAll(List<Example> all, Path file, Pattern pattern) throws IOException {
        Matcher found = pattern.matcher(Files.readString(file));
        for (int i = 1; found.find(); i++) {
            String code = found.group(1).replaceAll("(?m)^ \\* ?", "");
            all.add(new Example(file.getFileName() + " example " + i, code));
        }
    }

    @Test
    void thereIsOneForWhoBegins() throws IOException {
        assertThat(examples()).extracting(Example::from).contains("README.md example 1", "RedisStore.java example 1");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void compiles(Example example) {
        StringWriter messages = new StringWriter();
        List<String> options =
                List.of("-d", output.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none", "-nowarn");
        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(messages, null, null, options, null, List.of(source(example.code)))
                .call();
        assertThat(compiled).as("%s%n%s", example.code, messages).isTrue();
    }

    static List<DocExample> withOutcomes() throws IOException {
        return DocExample.in(ROOT, "java redis").stream()
                .filter(example -> example.outcomes() > 0)
                .toList();
    }

    @Test
    void theReadmeSaysWhatItGives() throws IOException {
        assertThat(withOutcomes()).extracting(DocExample::from).contains("README.md example 1");
    }

    @ParameterizedTest
    @MethodSource("withOutcomes")
    void givesWhatItsCommentsSay(DocExample example) throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            String store = example.code().contains(" store =") ? "" : "RedisStore store = RedisStore.of(\"URL\");";
            example.replacing("redis://localhost:6379", redis.url())
                    .run(output, AROUND.formatted(store.replace("URL", redis.url())));
        }
    }

    /** Statements, with what a reader would take for given. */
    private static JavaFileObject source(String code) {
        StringBuilder text = new StringBuilder();
        IMPORTED.forEach(name -> text.append("import ").append(name).append(".*;\n"));
        text.append("abstract class Example {\n");
        if (!code.contains(" store =")) {
            text.append("RedisStore store;\n");
        }
        text.append("abstract void respond(Decision decision);\n");
        text.append("abstract void respond(int status, Object... rest);\n");
        text.append("void example() throws Exception {\n").append(code).append("\n}\n}\n");
        return new SimpleJavaFileObject(URI.create("string:///Example.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }
}
