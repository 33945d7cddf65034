package io.sluice.benchmarks.soak;

import io.sluice.benchmarks.OptionValues;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/** Whether the server stays as it is under everything at once. Exit status: 0 if so, 1 if not, 2 for bad arguments. */
public final class BenchSoak {
    private static final Duration CHANGE = Duration.ofSeconds(10);

    private BenchSoak() {}

    public static void main(String[] args) throws Exception {
        System.exit(run(args, System.out, System.err));
    }

    static int run(String[] args, PrintStream out, PrintStream err) throws Exception {
        SoakOptions options;
        try {
            options = SoakOptions.parse(args);
        } catch (OptionValues.UsageException e) {
            err.println("bench: " + e.getMessage());
            err.print(SoakOptions.USAGE);
            return 2;
        }
        if (options.help()) {
            out.print(SoakOptions.USAGE);
            return 0;
        }
        Path folder = Files.createTempDirectory("sluice-soak");
        SoakReport report = new Soak(options.length(), CHANGE, folder, line -> tell(err, line)).run();
        report.print(out);
        out.println("what the server has logged: " + folder.resolve("server.log"));
        return report.problems().isEmpty() ? 0 : 1;
    }

    private static void tell(PrintStream err, String line) {
        err.println(LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS) + " " + line);
    }
}
