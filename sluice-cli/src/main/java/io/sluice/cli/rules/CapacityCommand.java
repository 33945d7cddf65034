package io.sluice.cli.rules;

import io.sluice.rules.Capacity;
import io.sluice.rules.Capacity.OfRule;
import io.sluice.rules.RuleSet;
import io.sluice.rules.file.RuleFile;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what the counters of a rule file take at most, and whether a heap has room for them. */
@Command(
        name = "capacity",
        header = "Says how much memory the counters of a rule file can take.",
        description = {
            "",
            "The worst case: as many keys as max-keys allows under every rule and plan, and every log full. Counters may"
                    + " take half of the heap; beyond it keys are forgotten, those with least debt first."
        },
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%nParameters:%n",
        footer = {
            "",
            "Examples:",
            "  sluice capacity sluice.yaml",
            "  sluice capacity --heap 256m --json sluice.yaml",
            "",
            "Exit status: 0 if the counters fit, 1 if they do not or the file has errors, 2 bad usage."
        })
public final class CapacityCommand implements Callable<Integer> {
    private static final int SHARE = 2;
    private static final int MEGABYTE = 1 << 20;

    @Parameters(paramLabel = "FILE", description = "The rule file.")
    private Path file = Path.of("");

    @Option(names = "--json", description = "One JSON object.")
    private boolean json;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "The heap of the server, as in -Xmx, such as 256m (default: the heap of this command).",
            converter = HeapSize.class)
    private long heap = Runtime.getRuntime().maxMemory();

    private final PrintStream out;
    private final PrintStream err;

    public CapacityCommand(OutputStream out, PrintStream err) {
        this.out = new PrintStream(out, true, StandardCharsets.UTF_8);
        this.err = err;
    }

    @Override
    public Integer call() {
        RuleSet rules = read();
        if (rules == null) {
            return 1;
        }
        Capacity capacity = Capacity.of(rules);
        long memory = memory(rules, heap);
        out.print(json ? json(capacity, memory) + "\n" : text(capacity, memory));
        return capacity.bytes() <= memory ? 0 : 1;
    }

    /** Bytes that counters may take. */
    private static long memory(RuleSet rules, long heap) {
        Long set = rules.server().limits().counters();
        return set != null ? set : heap / SHARE;
    }

    /** What to know if the counters do not fit into a heap of so many bytes. */
    static Optional<String> doubt(RuleSet rules, long heap) {
        return Capacity.of(rules).doubt(memory(rules, heap));
    }

    private @Nullable RuleSet read() {
        RuleFile read = RuleFile.read(file);
        if (read.rules() == null) {
            read.problems().forEach(err::println);
        }
        return read.rules();
    }

    private static String text(Capacity capacity, long memory) {
        Table table = new Table(List.of("rule", "keys", "B/key", "MB", "B/key in Redis", "limits"));
        capacity.rules()
                .forEach(rule -> table.add(List.of(
                        rule.name(),
                        "" + rule.keys(),
                        "" + rule.bytesPerKey(),
                        megabytes(rule.bytes()),
                        "" + rule.redisBytesPerKey(),
                        limits(rule))));
        return table + "\nAll counters in memory: " + megabytes(capacity.bytes()) + " MB at most, of "
                + megabytes(memory) + " MB that are there for them. "
                + capacity.doubt(memory).map(doubt -> "Warning: " + doubt + ".").orElse("They fit.") + "\n";
    }

    private static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f", (double) bytes / MEGABYTE);
    }

    private static String limits(OfRule rule) {
        return rule.limits().stream().map(Object::toString).collect(Collectors.joining("; "));
    }

    private String json(Capacity capacity, long memory) {
        String rules = capacity.rules().stream()
                .map(rule -> new Json()
                        .field("name", rule.name())
                        .field("limits", limits(rule))
                        .field("keys", rule.keys())
                        .field("bytesPerKey", rule.bytesPerKey())
                        .field("bytes", rule.bytes())
                        .field("redisBytesPerKey", rule.redisBytesPerKey())
                        .end())
                .collect(Collectors.joining(",", "[", "]"));
        return new Json()
                .field("file", file.toString())
                .field("heapBytes", heap)
                .field("counterBytesMax", memory)
                .field("maxKeys", capacity.maxKeys())
                .field("bytes", capacity.bytes())
                .field("fits", capacity.bytes() <= memory)
                .field("keysThatFit", capacity.keysThatFit(memory))
                .raw("rules", rules)
                .end();
    }
}
