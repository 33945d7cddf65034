package io.sluice.cli.rules;

import io.sluice.rules.RuleSet;
import io.sluice.rules.file.RuleFile;
import io.sluice.rules.file.RuleFile.Problem;
import io.sluice.rules.file.RuleFile.Problem.Severity;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads rule files as a server would, and says everything that is wrong with them. */
@Command(
        name = "check",
        header = "Says what is wrong with rule files.",
        description = {
            "",
            "Every error and every doubt, each with its place and what would be right. A file with errors would not be"
                    + " taken into force; warnings are for what is hardly meant."
        },
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%nParameters:%n",
        footer = {
            "",
            "Examples:",
            "  sluice check sluice.yaml",
            "  sluice check --json rules/*.yaml",
            "",
            "Exit status: 0 without errors, 1 with errors, 2 bad usage."
        })
public final class CheckCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Rule files.")
    private List<Path> files = List.of();

    @Option(names = "--json", description = "One JSON object for each problem, one a line.")
    private boolean json;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "The heap of the server, as in -Xmx, such as 256m (default: the heap of this command).",
            converter = HeapSize.class)
    private long heap = Runtime.getRuntime().maxMemory();

    private final PrintStream out;

    public CheckCommand(OutputStream out) {
        this.out = new PrintStream(out, true, StandardCharsets.UTF_8);
    }

    @Override
    public Integer call() {
        long wrong = files.stream().filter(file -> !isRight(file)).count();
        return wrong == 0 ? 0 : 1;
    }

    private boolean isRight(Path file) {
        RuleFile read = RuleFile.read(file);
        read.problems().forEach(problem -> out.println(json ? json(problem) : problem.toString()));
        String doubt = doubt(read.rules());
        if (doubt != null) {
            out.println(json ? json(file, doubt) : file + ": warning: " + doubt);
        }
        if (!json) {
            out.println(file + ": " + summary(read, doubt == null ? 0 : 1));
            if (read.rules() != null) {
                MostText.lines(read.rules()).forEach(out::println);
            }
        }
        return read.rules() != null;
    }

    /** Whether the counters fit into the heap; null if they do, or are in Redis. */
    private @Nullable String doubt(@Nullable RuleSet rules) {
        return rules == null || rules.store().url() != null
                ? null
                : CapacityCommand.doubt(rules, heap).orElse(null);
    }

    private static String summary(RuleFile read, int further) {
        String found = counted(read, Severity.ERROR, "error", 0) + counted(read, Severity.WARNING, "warning", further);
        return read.rules() == null
                ? found.substring(2)
                : "fine, " + many(read.rules().rules().size(), "rule") + found;
    }

    /** With a comma in front, and nothing if there are none. */
    private static String counted(RuleFile read, Severity severity, String word, int further) {
        long count = read.problems().stream()
                        .filter(problem -> problem.severity() == severity)
                        .count()
                + further;
        return count == 0 ? "" : ", " + many(count, word);
    }

    private static String many(long count, String word) {
        return count + " " + word + (count == 1 ? "" : "s");
    }

    /** Of the whole file. */
    private static String json(Path file, String doubt) {
        return new Json()
                .field("file", file.toString())
                .field("line", 1)
                .field("column", 1)
                .field("severity", "warning")
                .field("what", doubt)
                .field("right", "")
                .end();
    }

    private static String json(Problem problem) {
        return new Json()
                .field("file", problem.file())
                .field("line", problem.line())
                .field("column", problem.column())
                .field("severity", problem.severity() == Severity.ERROR ? "error" : "warning")
                .field("what", problem.what())
                .field("right", problem.right())
                .end();
    }
}
