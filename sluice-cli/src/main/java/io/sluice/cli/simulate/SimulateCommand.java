package io.sluice.cli.simulate;

import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import io.sluice.redis.RedisStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Reads events, one a line, and answers each with a line. */
@Command(
        name = "simulate",
        header = "Decisions for a stream of events in virtual time.",
        description = {
            "",
            "Reads one JSON object a line:",
            "  {\"t\":0,\"key\":\"a\",\"permits\":1,\"op\":\"acquire\"}",
            "t: nanoseconds since the start, which is a boundary of every window in UTC but",
            "   a week: it is Thursday, 1 January 1970; a smaller t than before counts as",
            "   the largest seen",
            "key: a text; permits: 1 unless given; op: acquire unless given, or",
            "  acquire_at_most  takes what there is, up to permits",
            "  peek             whether permits would pass; takes none",
            "  reserve          promises permits for later; takes id, to cancel it, and",
            "                   maxWaitNanos",
            "  cancel           gives the permits of the reservation with that id back",
            "  refund           gives permits back",
            "  penalize         takes permits without asking",
            "  reset            forgets everything about the key",
            "  block            refuses the key for durationNanos, or until unblocked",
            "  unblock          ends that",
            "  reconfigure      changes the limits to limit, a text or a list of texts",
            "",
            "Writes one a line (retryAfterNanos is null where no wait would help):",
            "  {\"t\":0,\"key\":\"a\",\"allowed\":true,\"granted\":1,\"limit\":10,\"remaining\":9,",
            "   \"retryAfterNanos\":0,\"resetAfterNanos\":100000000,\"delayNanos\":0,",
            "   \"binding\":\"10/s burst 10\"}",
            "A line that cannot be read ends the run: the error names line and column."
        },
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Examples:",
            "  echo '{\"t\":0}' | sluice simulate --limit '10/s burst 20'",
            "  sluice simulate --limit 10/s --limit 100/min --events events.jsonl",
            "  sluice simulate --limit 10/s --store redis://localhost:6379"
        })
public final class SimulateCommand implements Callable<Integer> {
    private static final int FINE = 0;
    private static final int FAILED = 1;
    private static final int BAD_INPUT = 2;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--limit",
            required = true,
            paramLabel = "LIMIT",
            description = {
                "Such as '10/s burst 20', '5/15m sliding-log' or '10000/month Europe/Berlin'. Several times for several limits on one key."
            })
    private List<Limit> limits = new ArrayList<>();

    @Option(
            names = "--max-keys",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "The most keys to keep counters for (${DEFAULT-VALUE} unless given).")
    private long maxKeys;

    @Option(
            names = "--store",
            paramLabel = "STORE",
            defaultValue = "memory",
            description = {
                "Where counters live: memory (unless given), or a URL such as redis://localhost:6379. Redis counts in"
                        + " microseconds: give times and periods that are whole ones."
            })
    private String store = "memory";

    @Option(names = "--events", paramLabel = "FILE", description = "Read events from a file, not standard input.")
    private @Nullable Path file;

    private final InputStream in;
    private final OutputStream out;
    private final PrintStream err;

    public SimulateCommand(InputStream in, OutputStream out, PrintStream err) {
        this.in = in;
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() {
        AnswerWriter answers = new AnswerWriter(out);
        ManualClock clock = new ManualClock();
        try (Subject subject = subject(clock)) {
            Simulation simulation = new Simulation(clock, subject, answers);
            return file == null ? simulate(in, simulation, answers) : simulate(file, simulation, answers);
        } catch (OutputFailure e) {
            return unwritable(e);
        } catch (IOException e) {
            err.println("sluice: cannot read the events: " + e.getMessage());
            return BAD_INPUT;
        } catch (CompletionException e) {
            err.println("sluice: " + StoreFailure.of(store, e));
            return FAILED;
        }
    }

    private Subject subject(ManualClock clock) {
        if (!store.equals("memory") && !store.contains("://")) {
            throw new ParameterException(
                    spec.commandLine(), "--store must be memory or a URL such as redis://localhost:6379, not " + store);
        }
        try {
            return store.equals("memory")
                    ? new MemorySubject(RateLimiter.builder()
                            .limits(limits.toArray(Limit[]::new))
                            .maxKeys(maxKeys)
                            .clock(clock)
                            .build())
                    : new StoreSubject(RedisStore.simulation(store, clock), limits);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private int simulate(Path events, Simulation simulation, AnswerWriter answers) throws IOException {
        String fault = fault(events);
        if (fault != null) {
            throw new ParameterException(
                    spec.commandLine(), "--events " + (events.toString().isEmpty() ? "''" : events) + ": " + fault);
        }
        try (InputStream opened = Files.newInputStream(events)) {
            return simulate(opened, simulation, answers);
        }
    }

    private static @Nullable String fault(Path events) {
        if (events.toString().isEmpty()) {
            return "the name is empty; give a file of events";
        }
        if (!Files.exists(events)) {
            return "no such file; give a file of events";
        }
        if (Files.isDirectory(events)) {
            return "this is a folder; give a file of events in it";
        }
        return Files.isReadable(events) ? null : "permission denied; let the user that runs this read the file";
    }

    private int simulate(InputStream events, Simulation simulation, AnswerWriter answers) throws IOException {
        Lines lines = new Lines(events, answers::flush);
        EventReader reader = new EventReader();
        try {
            while (lines.next()) {
                simulation.run(reader.read(lines.bytes(), lines.start(), lines.end()));
            }
            return FINE;
        } catch (BadInput e) {
            answers.flush();
            err.println(lines.place(e.at()) + ": " + e.getMessage());
            return BAD_INPUT;
        } finally {
            answers.flush();
        }
    }

    private int unwritable(OutputFailure e) {
        if (e.isReaderGone()) {
            return FINE;
        }
        err.println("sluice: cannot write the answers: " + e.getMessage());
        return FAILED;
    }
}
