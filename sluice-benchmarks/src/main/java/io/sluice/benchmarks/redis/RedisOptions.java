package io.sluice.benchmarks.redis;

import io.sluice.benchmarks.OptionValues;
import io.sluice.benchmarks.redis.RedisTrial.Schedule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Pattern;

/** What to run, and how long. */
record RedisOptions(boolean quick, boolean help, int rounds, Pattern only, Optional<Path> json) {
    static final String USAGE = """
            usage: bench redis [--quick] [--only REGEX] [--rounds N] [--json FILE]

              --quick        some minutes instead of half an hour; the figures are rough
              --only REGEX   only scenarios or contenders whose name contains a match, such as 'hot key', Bucket4j, round trips,
                             memory, overload
              --rounds N     how often each contender takes its turn (3; quick: 1)
              --json FILE    writes every iteration that was measured
            """;

    static RedisOptions parse(String... args) {
        Deque<String> rest = new ArrayDeque<>(Arrays.asList(args));
        boolean quick = false;
        boolean help = false;
        int rounds = 0;
        Pattern only = Pattern.compile("");
        Optional<Path> json = Optional.empty();
        while (!rest.isEmpty()) {
            String option = rest.remove();
            switch (option) {
                case "--quick" -> quick = true;
                case "--help", "-h" -> help = true;
                case "--rounds" -> rounds = OptionValues.count(OptionValues.value(option, rest));
                case "--only" -> only = OptionValues.regex(OptionValues.value(option, rest));
                case "--json" -> json = Optional.of(OptionValues.writable(Path.of(OptionValues.value(option, rest))));
                default -> throw new OptionValues.UsageException("unknown option " + option);
            }
        }
        return new RedisOptions(quick, help, rounds > 0 ? rounds : quick ? 1 : 3, only, json);
    }

    boolean wants(String name) {
        return only.matcher(name).find();
    }

    Schedule schedule() {
        return quick ? new Schedule(4, 3, Duration.ofSeconds(1)) : new Schedule(4, 5, Duration.ofSeconds(1));
    }
}
