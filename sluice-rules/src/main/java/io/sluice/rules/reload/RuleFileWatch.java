package io.sluice.rules.reload;

import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.file.BadRulesException;
import io.sluice.rules.file.RuleFile;
import io.sluice.rules.file.RuleFile.Problem;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Keeps an engine at what its rule file says. The file, and the bodies that it names, are looked at every second; lists, plans and keys see to themselves.
 *
 * <p>A file with errors is not taken: the rules before stay in force, {@link Reloads#RULES} counts it, and one line in the log has all problems. It is
 * read again when it changes, and now and then, since what is wrong may be in a file that it names.
 */
public final class RuleFileWatch implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(RuleFileWatch.class.getName());
    private static final Duration EVERY = Duration.ofSeconds(1);
    /** Looks at a bad file that has not changed before it is read again. */
    private static final int PATIENCE = 10;

    private final Path file;
    private final Function<Path, RuleFile> reader;
    private final RuleEngine engine;
    private final List<Consumer<RuleSet>> listeners = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private Contents contents;
    private List<Problem> errors = List.of();
    /** Of the file in force. */
    private List<Problem> warnings;

    private int looks;

    private RuleFileWatch(
            Path file,
            Function<Path, RuleFile> reader,
            Contents before,
            RuleEngine engine,
            List<Problem> warnings,
            Duration every) {
        this.file = file;
        this.warnings = warnings;
        this.reader = reader;
        this.engine = engine;
        this.contents = before;
        this.thread = new Thread(() -> lookEvery(every), "sluice-rule-file");
        thread.setDaemon(true);
        thread.start();
    }

    private void lookEvery(Duration pause) {
        try {
            while (!closed.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Reads a rule file, opens an engine with it, and keeps that engine up to date.
     *
     * @throws BadRulesException if the file has errors
     */
    public static RuleFileWatch start(Path file, Function<RuleSet, RuleEngine> open) throws BadRulesException {
        return start(file, RuleFile::read, open, EVERY);
    }

    static RuleFileWatch start(
            Path file, Function<Path, RuleFile> reader, Function<RuleSet, RuleEngine> open, Duration every)
            throws BadRulesException {
        Contents before = Contents.of(List.of(file));
        RuleFile read = reader.apply(file);
        RuleSet rules = read.rulesOrThrow();
        logWarnings(read.problems(), List.of());
        Contents contents = before.with(NamedFiles.of(file, rules));
        return new RuleFileWatch(file, reader, contents, open.apply(rules), read.problems(), every);
    }

    /** Says each warning once, until it is gone. */
    private static void logWarnings(List<Problem> problems, List<Problem> before) {
        problems.stream()
                .filter(problem -> problem.severity() == Problem.Severity.WARNING && !before.contains(problem))
                .forEach(problem -> LOG.log(Level.WARNING, "{0}", problem));
    }

    public RuleEngine engine() {
        return engine;
    }

    /** Is told of rules that have come into force by a change of the file, on the thread that took them. */
    public void whenTaken(Consumer<RuleSet> listener) {
        listeners.add(listener);
    }

    /** Looks at the file now, and takes it if it has changed. */
    public synchronized void look() {
        Contents seen = contents.now();
        looks++;
        boolean again = !errors.isEmpty() && looks >= PATIENCE;
        if (!seen.saysTheSameAs(contents) || again) {
            take();
        } else {
            contents = seen;
        }
    }

    /** Reads the file now, whether it has changed or not, with all files that it names. What is wrong with it; errors mean that it was not taken. */
    public synchronized List<Problem> reload() {
        errors = List.of();
        return take();
    }

    private List<Problem> take() {
        looks = 0;
        Contents before = Contents.of(contents.files().keySet());
        RuleFile read = replaced(reader.apply(file));
        RuleSet rules = read.rules();
        if (rules == null) {
            contents = before;
            refused(read.problems());
        } else {
            contents = before.with(NamedFiles.of(file, rules));
            errors = List.of();
            logWarnings(read.problems(), warnings);
            warnings = read.problems();
            Reloads.RULES.countTaken();
            LOG.log(
                    Level.INFO,
                    "{0} is in force, with {1} rules",
                    file,
                    Integer.toString(rules.rules().size()));
            listeners.forEach(listener -> listener.accept(rules));
        }
        return read.problems();
    }

    /** Lists are read by the engine, and may have become bad since the file was read. */
    private RuleFile replaced(RuleFile read) {
        RuleSet rules = read.rules();
        if (rules == null) {
            return read;
        }
        try {
            warnOfStore(rules);
            engine.replace(rules);
            return read;
        } catch (RuntimeException e) {
            Problem problem =
                    new Problem(Problem.Severity.ERROR, file.toString(), 1, 1, String.valueOf(e.getMessage()), "");
            return new RuleFile(null, List.of(problem));
        }
    }

    private void warnOfStore(RuleSet rules) {
        if (!rules.store().equals(engine.rules().store())) {
            LOG.log(Level.WARNING, "{0} says another store than before; that takes effect at the next start", file);
        }
    }

    /** Says each thing once, however often it is read. */
    private void refused(List<Problem> problems) {
        if (!problems.equals(errors)) {
            Reloads.RULES.countBad();
            String all = problems.stream()
                    .map(Problem::toString)
                    .collect(Collectors.joining(" | "))
                    .replace("\n", " | ");
            LOG.log(Level.WARNING, "{0} is not taken, the rules before stay in force: {1}", file, all);
        }
        errors = List.copyOf(problems);
    }

    /** Ends the watching, not the engine. */
    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
