package io.sluice.rules.file;

import io.sluice.rules.RuleSet;
import java.nio.file.Path;
import java.util.List;
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
            return file + ":" + line + ":" + column + ": " + severity.name().toLowerCase(java.util.Locale.ROOT) + ": "
                    + what + (right.isEmpty() ? "" : "; " + right);
        }
    }

    /** Never throws; a file that cannot be read is a problem like any other. */
    public static RuleFile read(Path file) {
        return new RuleFile(null, List.of());
    }

    /** Reads text as if it were that file; other files that it names are looked for beside it. */
    public static RuleFile parse(String text, Path file) {
        return new RuleFile(null, List.of());
    }
}
