package io.sluice.rules.reload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.rules.Attributes;
import io.sluice.rules.ClientSettings;
import io.sluice.rules.Cost;
import io.sluice.rules.PathSettings;
import io.sluice.rules.Rule;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.StoreSettings;
import io.sluice.rules.WhenLimited;
import io.sluice.rules.file.BadRulesException;
import io.sluice.rules.file.RuleFile;
import io.sluice.rules.file.RuleFile.Problem;
import io.sluice.rules.match.Match;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With files whose first line is a limit and whose second, if any, the name of a decoy. */
class RuleFileWatchTest {
    private static final Duration NEVER = Duration.ofDays(1);

    @TempDir
    Path folder;

    private final AtomicInteger reads = new AtomicInteger();
    private final Store store = Store.memory(new ManualClock());

    @AfterEach
    void close() {
        store.close();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private RuleFile read(Path file) {
        reads.incrementAndGet();
        try {
            List<String> lines = Files.readAllLines(file);
            WhenLimited whenLimited = new WhenLimited.Refuse();
            if (lines.size() > 1) {
                Path decoy = file.resolveSibling(lines.get(1));
                whenLimited = new WhenLimited.Decoy(new WhenLimited.Body(decoy, "text/plain", Files.readString(decoy)));
            }
            return new RuleFile(rules(lines.get(0), whenLimited), List.of());
        } catch (IOException | RuntimeException e) {
            Problem problem =
                    new Problem(Problem.Severity.ERROR, file.toString(), 1, 1, String.valueOf(e.getMessage()), "");
            return new RuleFile(null, List.of(problem));
        }
    }

    private static RuleSet rules(String limit, WhenLimited whenLimited) {
        Rule rule = new Rule(
                "all",
                Match.EVERYTHING,
                List.of(),
                Map.of(Rule.EVERY_PLAN, List.of(Limit.parse(limit))),
                Map.of(),
                Cost.ONE,
                whenLimited,
                null,
                Rule.Mode.ENFORCE,
                0,
                null,
                100,
                null,
                Map.of());
        return new RuleSet(
                "rules",
                new StoreSettings(null, "strict", "local", Duration.ofMillis(20), null, "", 1000),
                List.of(),
                new ClientSettings(List.of(), "none", 0, 64, Map.of()),
                PathSettings.DEFAULT,
                null,
                List.of(),
                List.of(),
                List.of(rule));
    }

    private RuleFileWatch watch(Duration every) throws IOException {
        return RuleFileWatch.start(folder.resolve("rules"), this::read, rules -> new RuleEngine(rules, store), every);
    }

    private static String limit(RuleFileWatch watch) {
        return String.valueOf(watch.engine().rules().rules().get(0).limits().get(Rule.EVERY_PLAN));
    }

    private static String decoy(RuleFileWatch watch) {
        return ((WhenLimited.Decoy) watch.engine().rules().rules().get(0).whenLimited())
                .body()
                .text();
    }

    @Test
    void aChangedFileIsTaken() throws IOException {
        write("rules", "5/min");
        try (RuleFileWatch watch = watch(NEVER)) {
            long taken = Reloads.RULES.taken();
            watch.look();
            assertThat(reads).hasValue(1);
            write("rules", "7/min");
            watch.look();
            assertThat(limit(watch)).contains("7/min");
            assertThat(Reloads.RULES.taken()).isEqualTo(taken + 1);
        }
    }

    @Test
    void whatWasUsedIsKept() throws IOException {
        write("rules", "5/min");
        try (RuleFileWatch watch = watch(NEVER)) {
            watch.engine().decide(Attributes.of(Map.of())).toCompletableFuture().join();
            write("rules", "7/min");
            watch.look();
            assertThat(watch.engine()
                            .decide(Attributes.of(Map.of()))
                            .toCompletableFuture()
                            .join()
                            .decision())
                    .satisfies(decision -> assertThat(decision.remaining()).isEqualTo(5));
        }
    }

    @Test
    void aChangeOfTheSameSizeAndTimeIsSeen() throws IOException {
        Path file = write("rules", "5/min");
        FileTime modified = Files.getLastModifiedTime(file);
        try (RuleFileWatch watch = watch(NEVER)) {
            write("rules", "6/min");
            Files.setLastModifiedTime(file, modified);
            watch.look();
            assertThat(limit(watch)).contains("6/min");
        }
    }

    @Test
    void aFileThatIsOnlyTouchedIsNotReadAgain() throws IOException {
        Path file = write("rules", "5/min");
        try (RuleFileWatch watch = watch(NEVER)) {
            Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
            watch.look();
            assertThat(reads).hasValue(1);
        }
    }

    @Test
    void aBadFileKeepsTheRulesBeforeAndIsToldOnce() throws IOException {
        write("rules", "5/min");
        try (RuleFileWatch watch = watch(NEVER)) {
            long bad = Reloads.RULES.bad();
            write("rules", "nonsense");
            for (int i = 0; i < 25; i++) {
                watch.look();
            }
            assertThat(limit(watch)).contains("5/min");
            assertThat(Reloads.RULES.bad()).isEqualTo(bad + 1);
            write("rules", "6/min");
            watch.look();
            assertThat(limit(watch)).contains("6/min");
        }
    }

    @Test
    void aFileThatGoesAwayKeepsTheRulesBefore() throws IOException {
        Path file = write("rules", "5/min");
        try (RuleFileWatch watch = watch(NEVER)) {
            Files.delete(file);
            watch.look();
            assertThat(limit(watch)).contains("5/min");
            write("rules", "6/min");
            watch.look();
            assertThat(limit(watch)).contains("6/min");
        }
    }

    @Test
    void filesThatItNamesAreWatchedToo() throws IOException {
        write("decoy", "one");
        write("rules", "5/min\ndecoy");
        try (RuleFileWatch watch = watch(NEVER)) {
            write("decoy", "two");
            watch.look();
            assertThat(decoy(watch)).isEqualTo("two");
            write("other", "three");
            write("rules", "5/min\nother");
            watch.look();
            assertThat(decoy(watch)).isEqualTo("three");
            write("other", "four");
            watch.look();
            assertThat(decoy(watch)).isEqualTo("four");
        }
    }

    @Test
    void whatIsWrongInANamedFileIsLookedAtAgain() throws IOException {
        write("rules", "5/min");
        try (RuleFileWatch watch = watch(NEVER)) {
            write("rules", "6/min\nmissing");
            watch.look();
            write("missing", "here");
            for (int i = 0; i < 10; i++) {
                watch.look();
            }
            assertThat(decoy(watch)).isEqualTo("here");
        }
    }

    @Test
    void reloadReadsWhetherItHasChangedOrNot() throws IOException {
        write("rules", "5/min");
        try (RuleFileWatch watch = watch(NEVER)) {
            assertThat(watch.reload()).isEmpty();
            assertThat(reads).hasValue(2);
            write("rules", "nonsense");
            assertThat(watch.reload())
                    .singleElement()
                    .satisfies(problem -> assertThat(problem.severity()).isEqualTo(Problem.Severity.ERROR));
            assertThat(limit(watch)).contains("5/min");
        }
    }

    @Test
    void aFileThatIsBadAtTheStartIsAnError() throws IOException {
        write("rules", "nonsense");
        assertThatThrownBy(() -> watch(NEVER))
                .isInstanceOfSatisfying(
                        BadRulesException.class, e -> assertThat(e.problems()).hasSize(1))
                .hasMessageContaining(folder.resolve("rules") + ":1:1: error: ");
    }

    @Test
    void looksByItselfUntilItIsClosed() throws IOException {
        write("rules", "5/min");
        RuleFileWatch watch = watch(Duration.ofMillis(1));
        try (watch) {
            write("rules", "8/min");
            long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (!limit(watch).contains("8/min")) {
                assertThat(System.nanoTime()).isLessThan(deadline);
                Thread.onSpinWait();
            }
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("sluice-rule-file"));
        watch.close();
    }
}
