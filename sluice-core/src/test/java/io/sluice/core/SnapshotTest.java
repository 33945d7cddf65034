package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SnapshotTest {
    private static final Duration HOUR = Duration.ofHours(1);
    /** After the magic number. */
    private static final int SEED_AT = 8;

    private final ManualClock clock = new ManualClock(1_760_000_000_000_000_000L);

    @TempDir
    private Path folder;

    private RateLimiter started(String... limits) {
        return started(Duration.ofDays(36_500), limits);
    }

    private RateLimiter started(Duration every, String... limits) {
        return RateLimiter.builder()
                .clock(clock)
                .limits(Limiters.limits(limits))
                .snapshot(file(), every)
                .build();
    }

    private Path file() {
        return folder.resolve("counters");
    }

    @ParameterizedTest
    @EnumSource(Limit.Kind.class)
    void aRestartForgivesNobody(Limit.Kind kind) throws IOException {
        String limit = BatchTest.limit(kind).toString();
        RateLimiter before = started(limit);
        before.tryAcquire("k", 5);
        before.penalize("debtor", 20);
        before.saveTo(file());
        clock.advance(Duration.ofMillis(10));
        RateLimiter after = started(limit);
        assertSame(before, after, "k");
        assertSame(before, after, "debtor");
        assertThat(after.peek("other", 0).remaining())
                .isEqualTo(after.peek("other", 0).limit());
    }

    private static void assertSame(RateLimiter expected, RateLimiter actual, String key) {
        Decision one = expected.tryAcquire(key, 7);
        Decision other = actual.tryAcquire(key, 7);
        assertThat(other).hasToString(one.toString());
        assertThat(other.resetAfterNanos()).isEqualTo(one.resetAfterNanos());
    }

    @Test
    void keepsSeveralLimitsOfManyKeys() throws IOException {
        RateLimiter before = started("50/s", "3000/min sliding-log", "100/h fixed-window");
        for (int i = 0; i < 5_000; i++) {
            before.tryAcquire("key " + i, i % 50);
        }
        before.saveTo(file());
        RateLimiter after = started("50/s", "3000/min sliding-log", "100/h fixed-window");
        for (int i = 0; i < 5_000; i++) {
            assertThat(after.peek("key " + i, 0).remaining()).isEqualTo(50 - i % 50);
        }
    }

    @Test
    void carriesOverToOtherLimits() throws IOException {
        RateLimiter before = started("20/min");
        before.tryAcquire("k", 13);
        before.saveTo(file());
        assertThat(started("20/min fixed-window").peek("k", 0).remaining()).isEqualTo(7);
        assertThat(started("50/h sliding-log").peek("k", 0).remaining()).isEqualTo(37);
        assertThat(started("20/min", "15/h").peek("k", 0).remaining()).isEqualTo(7);
    }

    @Test
    void savesEverySoOftenAndWhenClosed() {
        RateLimiter before = started(HOUR, "5/h");
        before.tryAcquire("k", 2);
        assertThat(file()).doesNotExist();
        clock.advance(HOUR);
        assertThat(file()).exists();
        before.tryAcquire("late", 5);
        before.close();
        assertThat(clock.alarms()).isEmpty();
        assertThat(started("5/h").tryAcquire("late").allowed()).isFalse();
    }

    @Test
    void startsEmptyWithoutAFile() {
        assertThat(started("5/h").tryAcquire("k", 5).allowed()).isTrue();
    }

    @Test
    void aFileThatIsOldCountsAsMuchAsItsAgeLeaves() throws IOException {
        for (String limit :
                new String[] {"999983/s", "2147483647/us", "7/s", "1000000/ms fixed-window", "5/s sliding-log"}) {
            RateLimiter before = RateLimiter.builder()
                    .clock(clock)
                    .limits(Limit.parse(limit))
                    .build();
            before.tryAcquire("k", 5);
            for (long hours = 1; hours < 100_000; hours *= 3) {
                before.saveTo(file());
                clock.advance(Duration.ofHours(hours));
                Decision seen = started(limit).peek("k", 1);
                assertThat(seen.remaining()).as("%s after %s h", limit, hours).isEqualTo(seen.limit());
            }
        }
    }

    @Test
    void keysAreFoundUnderAnotherProcessesSeed() throws IOException {
        started("5/h").saveTo(file());
        patch(SEED_AT, 0x1234_5678_9ABC_DEF0L);
        RateLimiter before = started("5/h");
        before.tryAcquire("k", 2);
        before.tryAcquire(Key.of(7), 3);
        before.tryAcquire(Key.of(new byte[] {1, 2, 3}), 4);
        before.saveTo(file());
        RateLimiter after = started("5/h");
        assertThat(after.peek(Key.of("k"), 0).remaining()).isEqualTo(3);
        assertThat(after.peek(Key.of(7), 0).remaining()).isEqualTo(2);
        assertThat(after.peek(Key.of(new byte[] {1, 2, 3}), 0).remaining()).isEqualTo(1);
        assertThat(RateLimiter.of(Limit.parse("5/h")).peek("k", 0).remaining()).isEqualTo(5);
    }

    /** Changes a long in the file and its checksum. */
    private void patch(int at, long value) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file()));
        bytes.putLong(at, value);
        CRC32 sum = new CRC32();
        sum.update(bytes.array(), 0, bytes.capacity() - Long.BYTES);
        bytes.putLong(bytes.capacity() - Long.BYTES, sum.getValue());
        Files.write(file(), bytes.array());
    }

    @Test
    void startsEmptyFromADamagedFile() throws IOException {
        RateLimiter before = started("5/h", "9/h sliding-log");
        before.tryAcquire("k", 5);
        before.saveTo(file());
        byte[] whole = Files.readAllBytes(file());
        for (int i = 0; i < whole.length * 8; i += 3) {
            byte[] damaged = whole.clone();
            damaged[i / 8] ^= (byte) (1 << i % 8);
            Files.write(file(), damaged);
            assertThat(started("5/h").tryAcquire("k", 5).allowed())
                    .as("bit %s", i)
                    .isTrue();
        }
        for (int length = 0; length < whole.length; length += 5) {
            Files.write(file(), Arrays.copyOf(whole, length));
            assertThat(started("5/h").tryAcquire("k", 5).allowed())
                    .as("%s bytes", length)
                    .isTrue();
        }
    }

    @Test
    void startsEmptyWhereTheFileIsAFolder() throws IOException {
        Files.createDirectory(file());
        assertThat(started("5/h").tryAcquire("k", 5).allowed()).isTrue();
    }

    @Test
    void leavesNoUnfinishedFileBehind() throws IOException {
        started("5/h").saveTo(file());
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file());
        }
    }
}
