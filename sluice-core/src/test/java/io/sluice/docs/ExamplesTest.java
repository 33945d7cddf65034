package io.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiles every java block of README.md and docs, and the examples in the javadoc. */
class ExamplesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path SOURCES = Path.of("src", "main", "java", "io", "sluice", "core");
    private static final Pattern IN_MARKDOWN = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern IN_JAVADOC = Pattern.compile("<pre>\\{@code\\n(.*?)\\}</pre>", Pattern.DOTALL);

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
        for (Path document : files(ROOT.resolve("docs"), ".md")) {
            addAll(all, document, IN_MARKDOWN);
        }
        if (Files.exists(ROOT.resolve("README.md"))) {
            addAll(all, ROOT.resolve("README.md"), IN_MARKDOWN);
        }
        for (Path source : files(SOURCES, ".java")) {
            addAll(all, source, IN_JAVADOC);
        }
        return all.stream();
    }

    private static List<Path> files(Path folder, String suffix) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
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
    void theJavadocShowsHelloWorld() throws IOException {
        assertThat(examples()).anyMatch(example -> example.from.startsWith("RateLimiter.java"));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void compiles(Example example) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<String> options =
                List.of("-d", output.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none", "-nowarn");
        boolean compiled = compiler.getTask(messages, null, null, options, null, List.of(source(example.code)))
                .call();
        assertThat(compiled).as("%s%n%s", example.code, messages).isTrue();
    }

    private static JavaFileObject source(String code) {
        String text = code.contains("class ") ? code : wrapped(code);
        return new SimpleJavaFileObject(URI.create("string:///Example.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }

    /** Statements, with what a reader would take for given. */
    private static String wrapped(String code) {
        Matcher imports = Pattern.compile("(?m)^import .*;$").matcher(code);
        StringBuilder head = new StringBuilder();
        for (String name :
                List.of("io.sluice.core", "java.nio.file", "java.time", "java.util", "java.util.concurrent")) {
            head.append("import ").append(name).append(".*;\n");
        }
        imports.results().forEach(line -> head.append(line.group()).append('\n'));
        String body = imports.replaceAll("");
        return head + "class Example {\n"
                + stub(body, "limiter", "RateLimiter limiter = RateLimiter.of(Limit.perSecond(1));")
                + stub(body, "keys", "List<String> keys = List.of(\"a\");")
                + stub(body, "perUser", "RateLimiter perUser = limiter();")
                + stub(body, "perTenant", "RateLimiter perTenant = limiter();")
                + stub(body, "global", "RateLimiter global = limiter();")
                + "static RateLimiter limiter() { return RateLimiter.of(Limit.perSecond(1)); }\n"
                + "void respond(int status, Object... rest) {}\n"
                + "void example() throws Exception {\n" + body + "\n}\n}\n";
    }

    /** A field, unless the code makes a variable of that name. */
    private static String stub(String body, String name, String field) {
        return Pattern.compile("\\w+(<.*>)? " + name + " =").matcher(body).find() ? "" : field + "\n";
    }
}
