package io.sluice.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Pattern;

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
        if ("core".equals(rest.peek()) || "rules".equals(rest.peek())) {
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
                case "--rounds" -> rounds = OptionValues.count(OptionValues.value(option, rest));
                case "--only" -> only = OptionValues.regex(OptionValues.value(option, rest));
                case "--jvm" -> java = javaIn(Path.of(OptionValues.value(option, rest)));
                case "--json" -> json = Optional.of(OptionValues.writable(Path.of(OptionValues.value(option, rest))));
                default -> throw new OptionValues.UsageException("unknown option " + option);
            }
        }
        return new BenchOptions(quick, help, rounds > 0 ? rounds : quick ? 1 : 3, only, java, json);
    }

    private static String javaIn(Path place) {
        Path java = Files.isDirectory(place) ? place.resolve("bin").resolve("java") : place;
        if (!Files.isExecutable(java)) {
            throw new OptionValues.UsageException("there is no program " + java);
        }
        return java.toString();
    }

    boolean wants(String name) {
        return only.matcher(name).find();
    }
}
