package io.sluice.rules.file;

import io.sluice.rules.RuleSet;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A rule file, read.
 *
 * @param rules null if there are errors
 * @param problems errors first, then warnings, each in the order of the file
 */
public record RuleFile(@Nullable RuleSet rules, List<Problem> problems) {
    /** What is wrong and where; {@code right} says what would be right. */
    public record Problem(Severity severity, String file, int line, int column, String what, String right) {
        /** Whether the file can be used all the same. */
        public enum Severity {
            ERROR,
            WARNING
        }

        /** {@code rules.yaml:7:12: error: unknown algorithm sliding-lg; did you mean sliding-log?} */
        @Override
        public String toString() {
            return file + ":" + line + ":" + column + ": " + severity.name().toLowerCase(Locale.ROOT) + ": " + what
                    + (right.isEmpty() ? "" : "; " + right);
        }
    }

    public RuleFile {
        problems = List.copyOf(problems);
    }

    /** What keeps the file from being used. */
    public List<Problem> errors() {
        return problems.stream()
                .filter(problem -> problem.severity() == Problem.Severity.ERROR)
                .toList();
    }

    /**
     * The rules that a file says. {@link #read} answers the problems as values instead, and warnings too.
     *
     * @throws BadRulesException if the file has errors: the message has a line for each, with file, line and column
     */
    public static RuleSet load(Path file) throws BadRulesException {
        return read(file).rulesOrThrow();
    }

    /** The rules if there are no errors. */
    public RuleSet rulesOrThrow() throws BadRulesException {
        if (rules == null) {
            throw new BadRulesException(problems);
        }
        return rules;
    }

    /** Never throws; a file that cannot be read is a problem like any other. */
    public static RuleFile read(Path file) {
        Problems problems = new Problems(file.toString());
        String text = FileText.read(file, problems);
        return text == null ? new RuleFile(null, problems.all()) : parse(text, file, problems);
    }

    /** Reads text as if it were that file; other files that it names are looked for beside it. */
    public static RuleFile parse(String text, Path file) {
        return parse(text, file, new Problems(file.toString()));
    }

    private static RuleFile parse(String text, Path file, Problems problems) {
        Node root = Yaml.read(text, problems);
        if (root == null) {
            return new RuleFile(null, problems.all());
        }
        Structure.check(root, problems);
        RuleSet rules = new RuleSetReader(file.toString(), new NamedFiles(file, problems), problems).read(root);
        if (problems.hasErrors()) {
            return new RuleFile(null, problems.all());
        }
        Doubts.look(root, rules, problems);
        return new RuleFile(rules, problems.all());
    }
}
