package io.sluice.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** What to run, how long, and with which Java. */
record BenchOptions(boolean quick, boolean help, int rounds, Pattern only, String java, Optional<Path> json) {
    static final String USAGE = """
            usage: bench core [--quick] [--only REGEX] [--rounds N] [--jvm PATH] [--json FILE]

              --quick        a few minutes instead of about an hour; the figures are rough
              --only REGEX   only scenarios or contenders whose name contains a match, such as '1M keys', Gate, memory, eviction
              --rounds N     how often each contender takes its turn (3; quick: 1)
              --jvm PATH     the java program, or the JDK, to measure with; without it, the one that runs this
              --json FILE    writes what JMH measured
            """;

    static BenchOptions parse(String... args) {
        Deque<String> rest = new ArrayDeque<>(Arrays.asList(args));
        if ("core".equals(rest.peek())) {
            rest.remove();
        }
        boolean quick = false;
        boolean help = false;
        int rounds = 0;
        Pattern only = Pattern.compile("");
        String java = javaIn(Path.of(System.getProperty("java.home")));
        Optional<Path> json = Optional.empty();
        while (!rest.isEmpty()) {
            String option = rest.remove();
            switch (option) {
                case "--quick" -> quick = true;
                case "--help", "-h" -> help = true;
                case "--rounds" -> rounds = count(value(option, rest));
                case "--only" -> only = regex(value(option, rest));
                case "--jvm" -> java = javaIn(Path.of(value(option, rest)));
                case "--json" -> json = Optional.of(writable(Path.of(value(option, rest))));
                default -> throw new UsageException("unknown option " + option);
            }
        }
        return new BenchOptions(quick, help, rounds > 0 ? rounds : quick ? 1 : 3, only, java, json);
    }

    private static String value(String option, Deque<String> rest) {
        if (rest.isEmpty()) {
            throw new UsageException(option + " needs a value");
        }
        return rest.remove();
    }

    private static int count(String text) {
        if (!text.matches("[1-9][0-9]{0,2}")) {
            throw new UsageException("--rounds must be 1 to 999, not " + text);
        }
        return Integer.parseInt(text);
    }

    private static Pattern regex(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new UsageException("--only is no regular expression: " + e.getDescription() + " in " + text);
        }
    }

    private static String javaIn(Path place) {
        Path java = Files.isDirectory(place) ? place.resolve("bin").resolve("java") : place;
        if (!Files.isExecutable(java)) {
            throw new UsageException("there is no program " + java);
        }
        return java.toString();
    }

    /** Known before an hour is spent. */
    private static Path writable(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isWritable(folder) || Files.isDirectory(file)) {
            throw new UsageException("cannot write " + file);
        }
        return file;
    }

    boolean wants(String name) {
        return only.matcher(name).find();
    }

    /** Says what is wrong with the arguments. */
    static final class UsageException extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        UsageException(String message) {
            super(message);
        }
    }
}
