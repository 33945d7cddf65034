package io.sluice.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Runs the benchmarks, which live in a jar of their own, in a process of their own. */
@Command(
        name = "bench",
        customSynopsis = "sluice bench [core|redis|rules|gateway|soak] [OPTIONS]",
        header = "Measures Sluice on this machine.",
        description = {
            "",
            "  core     the limiter in memory: speed, memory, exactness (the default)",
            "  redis    the Redis store: speed, round trips, memory; it starts a Redis",
            "  rules    from attributes to the decision, with 3 rules and with 300",
            "  gateway  the server beside nginx, HAProxy, Express and Redis, installed here",
            "  soak     the server under everything at once, 5 minutes or --minutes N",
            "",
            "With other limiters in the same run."
        },
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Further options go to the benchmark program, such as --quick.",
            "",
            "Examples:",
            "  sluice bench --quick      a first impression",
            "  sluice bench core         the whole set",
            "  sluice bench redis        the same for the Redis store",
            "  sluice bench rules        the same for rules",
            "  sluice bench gateway      the same for the server",
            "  sluice bench soak         whether the server lasts"
        })
final class Bench implements Callable<Integer> {
    private static final String JAR = "sluice.benchmarks";
    private static final String CORE = "core";
    /** By name, the class with the main method; in the order in which they are listed. */
    private static final Map<String, String> PROGRAMS = new TreeMap<>(Map.of(
            CORE,
            "io.sluice.benchmarks.BenchCore",
            "gateway",
            "io.sluice.benchmarks.gateway.BenchGateway",
            "redis",
            "io.sluice.benchmarks.redis.BenchRedis",
            "rules",
            "io.sluice.benchmarks.BenchRules",
            "soak",
            "io.sluice.benchmarks.soak.BenchSoak"));

    /** The launcher refuses other names before it builds. */
    static Set<String> names() {
        return PROGRAMS.keySet();
    }

    @Parameters(arity = "0..*", hidden = true, description = "What to measure, and options for it.")
    private List<String> arguments = new ArrayList<>();

    private final PrintStream err;

    private Bench(PrintStream err) {
        this.err = err;
    }

    /** Takes options it does not know, for the program it starts. */
    static CommandLine command(PrintStream err) {
        return new CommandLine(new Bench(err)).setUnmatchedOptionsArePositionalParams(true);
    }

    @Override
    public Integer call() throws IOException {
        List<String> options = new ArrayList<>(arguments);
        String suite = CORE;
        if (!options.isEmpty() && !options.get(0).startsWith("-")) {
            suite = options.remove(0);
        }
        String program = PROGRAMS.get(suite);
        if (program == null) {
            return badUsage("there are no benchmarks '" + suite + "'; "
                    + Unmatched.didYouMean(
                            suite, PROGRAMS.keySet(), "there are: " + String.join(", ", PROGRAMS.keySet())));
        }
        String jar = System.getProperty(JAR);
        if (jar == null) {
            return badUsage("no benchmarks to run; start with ./sluice bench, or set -D" + JAR + "=JAR");
        }
        if (!Files.isReadable(Path.of(jar))) {
            return badUsage("no benchmarks at " + jar + "; build them with ./mvnw -pl sluice-benchmarks -am package");
        }
        return run(jar, program, options);
    }

    private static int run(String jar, String program, List<String> options) throws IOException {
        List<String> command = new ArrayList<>(List.of(java(), "-cp", jar, program));
        command.addAll(options);
        Process process = new ProcessBuilder(command).inheritIO().start();
        Thread stop = new Thread(process::destroy, "stop-benchmarks");
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            return Main.FAILED;
        }
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private int badUsage(String problem) {
        err.println("sluice: " + problem);
        return Main.BAD_USAGE;
    }
}
