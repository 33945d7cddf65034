package io.sluice.testkit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Java code of a document. A comment that begins with {@code true}, {@code false}, a number, a duration such as {@code PT0.3S}
 * or {@code null} states what its line gives; a colon or comma may follow, with the reason.
 */
public record DocExample(String from, String code) {
    private static final Pattern OUTCOME =
            Pattern.compile("(?m)^(\\s*)(\\S.*?);\\s*// (true|false|null|-?\\d[\\d_]*|PT[-\\w.]+)(?:[:,].*)?$");
    private static final Pattern DECLARED = Pattern.compile("[\\w<>\\[\\], .]+ (\\w+) = .*");

    /** The blocks of README.md and docs that begin with these words behind the backticks. */
    public static List<DocExample> in(Path root, String words) throws IOException {
        Pattern block = Pattern.compile("```" + words + "\\n(.*?)```", Pattern.DOTALL);
        List<DocExample> all = new ArrayList<>();
        try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            Stream<Path> pages =
                    docs.filter(path -> path.toString().endsWith(".md")).sorted();
            for (Path page :
                    Stream.concat(Stream.of(root.resolve("README.md")), pages).toList()) {
                Matcher found = block.matcher(Files.readString(page));
                for (int i = 1; found.find(); i++) {
                    all.add(new DocExample(root.relativize(page) + " example " + i, found.group(1)));
                }
            }
        }
        return all;
    }

    /** How many lines state what they give. */
    public long outcomes() {
        return OUTCOME.matcher(code).results().count();
    }

    public DocExample replacing(String part, String by) {
        return new DocExample(from, code.replace(part, by));
    }

    /**
     * Compiles and runs it, and compares every outcome.
     *
     * @param around a class named Example with a method {@code public static void example()} whose body is {@code %s}
     */
    public void run(Path folder, String around) throws Exception {
        String checked = OUTCOME.matcher(code)
                .replaceAll(found -> Matcher.quoteReplacement(checked(found.group(1), found.group(2), found.group(3))));
        compile(folder, around.replace("%s", checked));
        URL[] classes = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classes, DocExample.class.getClassLoader())) {
            loader.loadClass("Example").getMethod("example").invoke(null);
        }
    }

    private static String checked(String indent, String statement, String outcome) {
        Matcher declared = DECLARED.matcher(statement);
        String wanted = "\"" + statement.replace("\\", "\\\\").replace("\"", "\\\"") + "\", \"" + outcome + "\", ";
        String same = DocExample.class.getName() + ".same(" + wanted;
        return declared.matches()
                ? indent + statement + "; " + same + declared.group(1) + ");"
                : indent + same + statement + ");";
    }

    private static void compile(Path folder, String text) {
        StringWriter messages = new StringWriter();
        List<String> options =
                List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none", "-nowarn");
        JavaFileObject source =
                new SimpleJavaFileObject(URI.create("string:///Example.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return text;
                    }
                };
        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(messages, null, null, options, null, List.of(source))
                .call();
        assertThat(compiled).as("%s%n%s", text, messages).isTrue();
    }

    /** For the examples that run. */
    public static void same(String statement, String expected, @org.jspecify.annotations.Nullable Object actual) {
        assertThat(String.valueOf(actual)).as(statement).isEqualTo(expected.replace("_", ""));
    }

    @Override
    public String toString() {
        return from;
    }
}
