package io.sluice.benchmarks.gateway;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What a process and its children use, and their end. */
final class Processes {
    /** A second has a hundred clock ticks on every Linux. */
    private static final long MICROS_PER_TICK = 10_000;

    private static final long PATIENCE_SECONDS = 5;

    private Processes() {}

    static long cpuMicros(Process process) {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .mapToLong(each -> cpuMicros(each.pid()))
                .sum();
    }

    /** 0 for a process that is gone. */
    private static long cpuMicros(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            List<String> fields =
                    List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
            return (Long.parseLong(fields.get(11)) + Long.parseLong(fields.get(12))) * MICROS_PER_TICK;
        } catch (IOException gone) {
            return 0;
        }
    }

    /** Asks it to end, and sees to it. */
    static void end(Process process) {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroy();
        try {
            process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        children.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
