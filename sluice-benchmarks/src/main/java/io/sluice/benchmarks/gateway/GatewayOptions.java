package io.sluice.benchmarks.gateway;

import io.sluice.benchmarks.OptionValues;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Pattern;

/** What to run, and how long. */
record GatewayOptions(
        boolean quick,
        boolean help,
        int rounds,
        int connections,
        Pattern only,
        Optional<Path> json,
        Optional<Path> plot) {
    static final String USAGE = """
            usage: bench gateway [--quick] [--only REGEX] [--rounds N] [--connections N] [--json FILE] [--plot FILE]

              --quick          some minutes instead of an hour and a half; the figures are rough
              --only REGEX     only loads or contenders whose name contains a match, such as refused, 'Sluice|nginx', Redis
              --rounds N       how often each contender takes its turn (13; quick: 3)
              --connections N  of wrk, which all stay open (64)
              --json FILE      writes every run that was measured
              --plot FILE      draws requests a second as bars, an SVG

            Takes nginx, haproxy, wrk and redis-benchmark: apt-get install nginx-light haproxy wrk redis-tools
            """;

    static GatewayOptions parse(String... args) {
        Deque<String> rest = new ArrayDeque<>(Arrays.asList(args));
        boolean quick = false;
        boolean help = false;
        int rounds = 0;
        int connections = 64;
        Pattern only = Pattern.compile("");
        Optional<Path> json = Optional.empty();
        Optional<Path> plot = Optional.empty();
        while (!rest.isEmpty()) {
            String option = rest.remove();
            switch (option) {
                case "--quick" -> quick = true;
                case "--help", "-h" -> help = true;
                case "--rounds" -> rounds = OptionValues.count(OptionValues.value(option, rest));
                case "--connections" -> connections = OptionValues.count(OptionValues.value(option, rest));
                case "--only" -> only = OptionValues.regex(OptionValues.value(option, rest));
                case "--json" -> json = Optional.of(OptionValues.writable(Path.of(OptionValues.value(option, rest))));
                case "--plot" -> plot = Optional.of(OptionValues.writable(Path.of(OptionValues.value(option, rest))));
                default -> throw new OptionValues.UsageException("unknown option " + option);
            }
        }
        return new GatewayOptions(quick, help, rounds > 0 ? rounds : quick ? 3 : 13, connections, only, json, plot);
    }

    boolean wants(String name) {
        return only.matcher(name).find();
    }

    /** How often all are started. */
    int starts() {
        return quick ? 1 : Math.min(3, rounds);
    }

    /** How many rounds there are behind one of the starts. */
    int roundsOf(int start) {
        return rounds / starts() + (start < rounds % starts() ? 1 : 0);
    }

    /**
     * How many turns go before those that count. They are as long as these: when a turn ends its connections end, and whoever compiles while it runs gives up code that took connections
     * for lasting, the whole event loop among it. Only after some turns it does so no more.
     */
    int warmUps(boolean compiles) {
        return quick ? 3 : compiles ? 14 : 5;
    }

    /** Of each turn. Many short ones tell more than few long ones, since the machine changes from one minute to the next. */
    int seconds() {
        return 3;
    }
}
