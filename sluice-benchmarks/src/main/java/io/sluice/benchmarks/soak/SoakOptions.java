package io.sluice.benchmarks.soak;

import io.sluice.benchmarks.OptionValues;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** How long to run. */
record SoakOptions(boolean help, int minutes) {
    static final String USAGE = """
            usage: bench soak [--minutes N]

              --minutes N   how long (5)

            Everything at once against the server in a process of its own: clients that keep and that close their connections,
            HTTP/2, the decision API and the door for Redis clients, a rule file that changes every 10 s, and a Redis that
            dies twice. Exit status 1 if a client saw an error, or if the server has grown.
            """;

    static SoakOptions parse(String... args) {
        Deque<String> rest = new ArrayDeque<>(Arrays.asList(args));
        boolean help = false;
        int minutes = 5;
        while (!rest.isEmpty()) {
            String option = rest.remove();
            switch (option) {
                case "--help", "-h" -> help = true;
                case "--minutes" -> minutes = minutes(OptionValues.value(option, rest));
                default -> throw new OptionValues.UsageException("unknown option " + option);
            }
        }
        return new SoakOptions(help, minutes);
    }

    private static int minutes(String text) {
        if (!text.matches("[1-9][0-9]{0,3}")) {
            throw new OptionValues.UsageException("--minutes must be 1 to 9999, not " + text);
        }
        return Integer.parseInt(text);
    }

    Duration length() {
        return Duration.ofMinutes(minutes);
    }
}
