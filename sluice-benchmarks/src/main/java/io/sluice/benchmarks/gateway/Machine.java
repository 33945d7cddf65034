package io.sluice.benchmarks.gateway;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the processors were busy with: all of it, and the part that this process and those it has started and seen end account for.
 *
 * @param busyTicks of all processors, idling and waiting for disks left out; with what the host took away
 * @param ownTicks of this process and its children that have ended
 */
record Machine(long busyTicks, long ownTicks, long nanos) {
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final double TICKS_PER_SECOND = 100;
    private static final double MICROS_PER_TICK = 10_000;

    static Machine now() throws IOException {
        List<String> all = words("/proc/stat");
        long busy = ticks(all, 2) + ticks(all, 3) + ticks(all, 4) + ticks(all, 7) + ticks(all, 8) + ticks(all, 9);
        List<String> own = words("/proc/self/stat");
        return new Machine(busy, ticks(own, 13) + ticks(own, 14) + ticks(own, 15) + ticks(own, 16), System.nanoTime());
    }

    /** Words of the first line; none before these has a space in it. */
    private static List<String> words(String file) throws IOException {
        String text = Files.readString(Path.of(file), StandardCharsets.ISO_8859_1);
        return List.of(text.split("\n", 2)[0].split(" ", -1));
    }

    private static long ticks(List<String> words, int i) {
        return Long.parseLong(words.get(i));
    }

    /** Of this process and those it has seen end: of whoever sends the requests. */
    double ownMicrosSince(Machine before) {
        return (ownTicks - before.ownTicks) * MICROS_PER_TICK;
    }

    /** The share of all processors that nobody used since then. */
    double idleSince(Machine before) {
        return Math.max(0, 1 - share(before, (double) busyTicks - before.busyTicks));
    }

    /** The share of all processors that went to others since then, beside what these servers used. */
    double othersSince(Machine before, long serversMicros) {
        double others = busyTicks - before.busyTicks - (ownTicks - before.ownTicks) - serversMicros / MICROS_PER_TICK;
        return Math.max(0, share(before, others));
    }

    private double share(Machine before, double ticks) {
        double seconds = (nanos - before.nanos) / 1e9;
        return ticks / TICKS_PER_SECOND / seconds / PROCESSORS;
    }
}
