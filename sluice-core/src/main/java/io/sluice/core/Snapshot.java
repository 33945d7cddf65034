package io.sluice.core;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A limiter's counters in a file: the seed its keys were hashed with, its limits' text, each key's tag and cell, who is
 * blocked, and a checksum.
 *
 * <p>The file holds no key, but with its seed anybody can test whether a key is in it, or aim at collisions: keep it as
 * private as the process.
 */
record Snapshot(long seed, long savedAt, Meter meter, List<long[]> cells, List<long[]> bans) {
    private static final int END = -1;
    /** Ends with the version, which changes when keys are hashed differently: their counters would not be found. */
    private static final long MAGIC = 0x534C_5549_4345_0002L;

    int size() {
        return cells.size();
    }

    static void write(Path file, Counters counters, long seed) throws IOException {
        SnapshotFile.write(file, MAGIC, out -> {
            out.writeLong(seed);
            write(out, counters);
        });
    }

    /** Everything but the seed. */
    static void write(DataOutputStream out, Counters counters) throws IOException {
        Tables tables = counters.tables();
        tables.keepFresh();
        out.writeLong(tables.time().nanos());
        write(out, tables.meter());
        tables.visit((tag, cell) -> write(out, tag, cell));
        out.writeInt(END);
        counters.visitBans((tag, cell) -> write(out, tag, cell));
        out.writeInt(END);
    }

    /** As it was read. */
    void write(DataOutputStream out) throws IOException {
        out.writeLong(savedAt);
        write(out, meter);
        for (List<long[]> all : List.of(cells, bans)) {
            for (long[] cell : all) {
                write(out, cell[0], Arrays.copyOfRange(cell, 1, cell.length));
            }
            out.writeInt(END);
        }
    }

    private static void write(DataOutputStream out, Meter meter) throws IOException {
        Limit[] limits = meter.limits();
        out.writeInt(limits.length);
        for (Limit limit : limits) {
            out.writeUTF(limit.toString());
        }
    }

    private static void write(DataOutputStream out, long tag, long[] cell) {
        try {
            out.writeInt(cell.length);
            out.writeLong(tag);
            for (long word : cell) {
                out.writeLong(word);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Null, with a warning, if the file cannot be read. */
    static @Nullable Snapshot readIfThere(Path file) {
        return SnapshotFile.readIfThere(file, MAGIC, Snapshot::read);
    }

    static Snapshot read(Path file) throws IOException {
        return SnapshotFile.read(file, MAGIC, Snapshot::read);
    }

    private static Snapshot read(DataInputStream in, long mostWords) throws IOException {
        return read(in, in.readLong(), mostWords);
    }

    static Snapshot read(DataInputStream in, long seed, long mostWords) throws IOException {
        long savedAt = in.readLong();
        Limit[] limits = new Limit[Math.max(0, Math.min(1_000, in.readInt()))];
        for (int i = 0; i < limits.length; i++) {
            limits[i] = Limit.parse(in.readUTF());
        }
        List<long[]> cells = readCells(in, mostWords);
        return new Snapshot(seed, savedAt, new Meter(limits), cells, readCells(in, mostWords));
    }

    /** Up to {@link #END}, or to a length that cannot be: then the checksum is wrong too. */
    private static List<long[]> readCells(DataInputStream in, long mostWords) throws IOException {
        List<long[]> cells = new ArrayList<>();
        for (int words = in.readInt(); words >= 0 && words <= mostWords; words = in.readInt()) {
            cells.add(readCell(in, words));
        }
        return cells;
    }

    /** Tag first, then the words. */
    private static long[] readCell(DataInputStream in, int words) throws IOException {
        long[] cell = new long[words + 1];
        for (int i = 0; i < cell.length; i++) {
            cell[i] = in.readLong();
        }
        return cell;
    }

    /** Whether what was counted counts under these limits: as in a change of limits, where the algorithms stay. */
    boolean fits(List<Limit> limits) {
        return List.of(meter.limits()).stream()
                .map(Limit::kind)
                .toList()
                .equals(limits.stream().map(Limit::kind).toList());
    }

    /** Whether nothing in it counts any more. */
    boolean isOver(long now) {
        double longest = 0;
        for (Limit limit : meter.limits()) {
            longest = Math.max(longest, nanosUntilFull(limit));
        }
        return now - savedAt > longest && bans.stream().allMatch(ban -> ban[1] <= now);
    }

    /** At most; for ever where permits never come back. */
    private static double nanosUntilFull(Limit limit) {
        return limit.periodNanos() * (1 + Math.max(1, limit.capacity() / (double) limit.permits()));
    }

    void restore(Counters counters) {
        Tables tables = counters.tables();
        Clock clock = counters.clock();
        long now = clock.nanos();
        long shift = new LimiterTime(clock, true).shift(now);
        long age = Math.max(0, now - savedAt);
        for (long[] cell : cells) {
            long[] words = Arrays.copyOfRange(cell, 1, cell.length);
            tables.put(cell[0], tables.meter().carry(meter, words, now, shift, age));
        }
        for (long[] ban : bans) {
            if (ban[1] > now) {
                counters.block(ban[0], ban[1] - now);
            }
        }
    }
}
