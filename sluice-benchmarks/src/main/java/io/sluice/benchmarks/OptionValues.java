package io.sluice.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Deque;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads what follows an option, and says what is wrong with it. */
public final class OptionValues {
    private OptionValues() {}

    public static String value(String option, Deque<String> rest) {
        if (rest.isEmpty()) {
            throw new UsageException(option + " needs a value");
        }
        return rest.remove();
    }

    public static int count(String text) {
        if (!text.matches("[1-9][0-9]{0,2}")) {
            throw new UsageException("--rounds must be 1 to 999, not " + text);
        }
        return Integer.parseInt(text);
    }

    public static Pattern regex(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new UsageException("--only is no regular expression: " + e.getDescription() + " in " + text);
        }
    }

    /** Known before an hour is spent. */
    public static Path writable(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isWritable(folder) || Files.isDirectory(file)) {
            throw new UsageException("cannot write " + file);
        }
        return file;
    }

    /** Says what is wrong with the arguments. */
    public static final class UsageException extends IllegalArgumentException {
        public static final long serialVersionUID = 1;

        public UsageException(String message) {
            super(message);
        }
    }
}
