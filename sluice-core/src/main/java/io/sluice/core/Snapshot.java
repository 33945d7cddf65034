package io.sluice.core;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A limiter's counters in a file: the seed its keys were hashed with, its limits' text, each key's tag and cell, who is
 * blocked, and a checksum. Written beside and then moved into place, so that there is always a whole one.
 *
 * <p>The file holds no key, but with its seed anybody can test whether a key is in it, or aim at collisions: keep it as
 * private as the process.
 */
record Snapshot(long seed, long savedAt, Meter meter, List<long[]> cells, List<long[]> bans) {
    private static final System.Logger LOG = System.getLogger(Snapshot.class.getName());
    private static final int END = -1;
    /** Ends with the version, which changes when keys are hashed differently: their counters would not be found. */
    private static final long MAGIC = 0x534C_5549_4345_0002L;

    int size() {
        return cells.size();
    }

    static void write(Path file, Counters counters, long seed) throws IOException {
        Tables tables = counters.tables();
        tables.keepFresh();
        long now = tables.time().nanos();
        Path unfinished = file.resolveSibling(file.getFileName() + ".new");
        CRC32 sum = new CRC32();
        try (DataOutputStream out = new DataOutputStream(
                new BufferedOutputStream(new CheckedOutputStream(Files.newOutputStream(unfinished), sum), 1 << 16))) {
            out.writeLong(MAGIC);
            out.writeLong(seed);
            out.writeLong(now);
            Limit[] limits = tables.meter().limits();
            out.writeInt(limits.length);
            for (Limit limit : limits) {
                out.writeUTF(limit.toString());
            }
            tables.visit((tag, cell) -> write(out, tag, cell));
            out.writeInt(END);
            counters.visitBans((tag, cell) -> write(out, tag, cell));
            out.writeInt(END);
            out.flush();
            out.writeLong(sum.getValue());
        }
        Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
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

    /** Null, with a warning, if the file cannot be read: forgetting is better than not starting. */
    static @Nullable Snapshot readIfThere(Path file) {
        try {
            return read(file);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException | IllegalArgumentException e) {
            LOG.log(System.Logger.Level.WARNING, "starting without the counters in " + file + ": " + e.getMessage());
            return null;
        }
    }

    static Snapshot read(Path file) throws IOException {
        CRC32 sum = new CRC32();
        try (DataInputStream in = new DataInputStream(
                new CheckedInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16), sum))) {
            if (in.readLong() != MAGIC) {
                throw new IOException("not a snapshot of counters, or of another version");
            }
            long seed = in.readLong();
            long savedAt = in.readLong();
            long mostWords = Files.size(file) / Long.BYTES;
            Limit[] limits = new Limit[Math.max(0, Math.min(1_000, in.readInt()))];
            for (int i = 0; i < limits.length; i++) {
                limits[i] = Limit.parse(in.readUTF());
            }
            List<long[]> cells = readCells(in, mostWords);
            List<long[]> bans = readCells(in, mostWords);
            long expected = sum.getValue();
            if (in.readLong() != expected) {
                throw new IOException("the checksum is wrong: the file is damaged");
            }
            return new Snapshot(seed, savedAt, new Meter(limits), cells, bans);
        }
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
