package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All counters of a store in one file, and a store that goes on with them. */
class MemoryStoreSnapshotTest {
    private final ManualClock clock = new ManualClock(1_760_000_000_000_000_000L);

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("counters");
    }

    private MemoryStore started() {
        return MemoryStore.from(file(), clock, 1_000);
    }

    private static LimitSet set(String name, String... limits) {
        return new LimitSet(name, List.of(Limiters.limits(limits)), null);
    }

    private static Decision ask(MemoryStore store, Verb verb, LimitSet set, String key, long permits) {
        Question question = new Question(verb, List.of(new Charge(set, key, permits)), 1, 60_000_000_000L, null);
        return store.ask(question).toCompletableFuture().join().decision();
    }

    private static long left(MemoryStore store, LimitSet set, String key) {
        return ask(store, Verb.PEEK, set, key, 0).remaining();
    }

    private void saved(LimitSet... sets) throws IOException {
        MemoryStore before = started();
        for (LimitSet set : sets) {
            ask(before, Verb.TRY_ACQUIRE, set, "ann", 4);
            ask(before, Verb.BLOCK, set, "ben", 1);
        }
        before.saveTo(file());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10/h",
                "10/h fixed-window",
                "10/h fixed-window anchored",
                "10/h sliding-window",
                "10/h sub-windows 6",
                "10/h sliding-log"
            })
    void everyNameGoesOnWhereItWas(String limit) throws IOException {
        saved(set("a", limit), set("b", limit, "1000/day"));
        clock.advance(Duration.ofSeconds(1));
        MemoryStore after = started();
        for (LimitSet set : List.of(set("a", limit), set("b", limit, "1000/day"))) {
            assertThat(left(after, set, "ann")).isEqualTo(6);
            assertThat(left(after, set, "cid")).isEqualTo(10);
            Decision blocked = ask(after, Verb.TRY_ACQUIRE, set, "ben", 1);
            assertThat(blocked.blocked()).isTrue();
            assertThat(blocked.retryAfter()).isEqualTo(Duration.ofSeconds(59));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "10/h, 20/h, 16",
        "10/h, 5/h, 1",
        "10/h, 10/h fixed-window, 10",
        "10/h fixed-window, 30/h fixed-window, 26"
    })
    void otherLimitsAreTakenAsInAReload(String before, String now, long left) throws IOException {
        saved(set("a", before));
        assertThat(left(started(), set("a", now), "ann")).isEqualTo(left);
    }

    @Test
    void aNameThatIsAskedAboutLateIsKeptForIt() throws IOException {
        saved(set("a", "10/h"), set("late", "10/h"));
        MemoryStore second = started();
        assertThat(left(second, set("a", "10/h"), "ann")).isEqualTo(6);
        second.saveTo(file());
        MemoryStore third = started();
        assertThat(left(third, set("late", "10/h"), "ann")).isEqualTo(6);
        clock.advance(Duration.ofDays(3));
        started().saveTo(file());
        assertThat(Files.size(file())).as("nothing in it counts any more").isLessThan(64);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10/366day fixed-window anchored", "0/s burst 10"})
    void whatCountsForYearsIsKeptForYears(String limit) throws IOException {
        saved(set("late", limit));
        clock.advance(Duration.ofDays(200));
        started().saveTo(file());
        LimitSet set = set("late", limit);
        Decision now = ask(started(), Verb.PEEK, set, "ann", 0);
        assertThat(now.remaining()).isEqualTo(6);
    }

    @Test
    void keysOfSeveralPartsAreTheSame() throws IOException {
        MemoryStore before = started();
        before.saveTo(file());
        assertThat(started().parts()).isEqualTo(before.parts());
    }

    @Test
    void theFileIsWholeAndOnlyForItsOwner() throws IOException {
        saved(set("a", "10/h"));
        saved(set("a", "10/h"));
        assertThat(folder.toFile().list()).containsExactly("counters");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    /** Cut off anywhere, with any byte changed, or of another kind: a fresh start and a warning. */
    @Test
    void aDamagedFileIsAWarningAndAFreshStart() throws IOException {
        saved(set("a", "10/h"), set("b", "10/h", "5/h sliding-log"));
        byte[] whole = Files.readAllBytes(file());
        Random random = new Random(7);
        for (int i = 0; i < whole.length; i++) {
            damaged(java.util.Arrays.copyOf(whole, i));
            byte[] changed = whole.clone();
            changed[i] ^= (byte) (1 + random.nextInt(255));
            damaged(changed);
        }
        damaged("not a snapshot, but a page of text that somebody put there"
                .getBytes(java.nio.charset.StandardCharsets.UTF_8));
        RateLimiter other = RateLimiter.of(Limit.perHour(10));
        other.saveTo(file());
        damaged(Files.readAllBytes(file()));
    }

    private void damaged(byte[] bytes) throws IOException {
        Files.write(file(), bytes);
        StringBuilder warnings = new StringBuilder();
        Logger logger = Logger.getLogger(SnapshotFile.class.getName());
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                warnings.append(record.getLevel()).append(record.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        try {
            assertThat(left(started(), set("a", "10/h"), "ann")).isEqualTo(10);
        } finally {
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
        }
        assertThat(warnings.toString()).startsWith("WARNINGstarting without the counters in " + file());
    }
}
