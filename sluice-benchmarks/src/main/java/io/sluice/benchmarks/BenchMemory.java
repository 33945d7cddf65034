package io.sluice.benchmarks;

import io.sluice.core.RateLimiter;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Bytes a live key costs: what the heap holds after a collection, divided by the keys. Every kind in a process of its own.
 *
 * <p>Keys are counted where a limiter keeps them: maps do, Sluice does not.
 */
public final class BenchMemory {
    private BenchMemory() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length == 2) {
            MemoryKind kind = MemoryKind.all().get(Integer.parseInt(args[0]));
            System.out.println(measure(kind, Integer.parseInt(args[1])));
        } else {
            run(BenchOptions.parse(args), new Report(System.out), System.err);
        }
    }

    static void run(BenchOptions options, Report report, PrintStream progress)
            throws IOException, InterruptedException {
        List<MemoryKind> kinds = MemoryKind.all();
        report.line("%n%-44s %9s %9s %16s", "memory of live keys", "keys", "B/key", "usage().bytes()");
        for (int i = 0; i < kinds.size(); i++) {
            MemoryKind kind = kinds.get(i);
            int keys = options.quick() ? kind.keys() / 10 : kind.keys();
            progress.printf("[memory %d/%d] %s%n", i + 1, kinds.size(), kind.name());
            Measured measured = measureElsewhere(options.java(), i, keys);
            String own = measured.own.map(bytes -> perKey(bytes, keys)).orElse("-");
            report.line("  %-42s %9d %9s %16s", kind.name(), keys, perKey(measured.heap, keys), own);
        }
    }

    private static String perKey(long bytes, int keys) {
        return String.format(Locale.ROOT, "%.1f", (double) bytes / keys);
    }

    private static Measured measureElsewhere(String java, int kind, int keys) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        java,
                        "-XX:+UseSerialGC",
                        "-Xmx3g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BenchMemory.class.getName(),
                        Integer.toString(kind),
                        Integer.toString(keys))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("measuring memory failed, exit status " + process.exitValue());
        }
        return Measured.parse(answer);
    }

    private record Measured(long heap, Optional<Long> own) {
        private static final Pattern SHAPE = Pattern.compile("(\\d+)( \\d+)?\\s*");

        static Measured parse(String text) throws IOException {
            var match = SHAPE.matcher(text);
            if (!match.matches()) {
                throw new IOException("not a measurement: " + text);
            }
            return new Measured(
                    Long.parseLong(match.group(1)),
                    Optional.ofNullable(match.group(2)).map(own -> Long.parseLong(own.strip())));
        }

        @Override
        public String toString() {
            return heap + own.map(bytes -> " " + bytes).orElse("");
        }
    }

    private static Measured measure(MemoryKind kind, int keys) {
        long before = heap();
        if (!kind.isSluice()) {
            Predicate<String> limiter = kind.newOther();
            ask(limiter, kind.asks(), keys);
            return new Measured(heapWith(limiter) - before, Optional.empty());
        }
        RateLimiter limiter = kind.newSluice(keys);
        ask(key -> limiter.tryAcquire(key).allowed(), kind.asks(), keys);
        return new Measured(
                heapWith(limiter) - before, Optional.of(limiter.usage().bytes()));
    }

    /** The first time a key asks, it must be granted. */
    private static void ask(Predicate<String> limiter, int asks, int keys) {
        long granted = 0;
        for (int i = 0; i < asks; i++) {
            for (int key = 0; key < keys; key++) {
                granted += limiter.test(Spelling.SHORT.name(key)) ? 1 : 0;
            }
        }
        Tally.expect("while filling", granted, (long) asks * keys, 0);
    }

    private static long heapWith(Object held) {
        try {
            return heap();
        } finally {
            Reference.reachabilityFence(held);
        }
    }

    /** As the collector left it: a moment later, what threads have set aside to allocate from counts as used. */
    private static long heap() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getCollectionUsage().getUsed())
                .sum();
    }
}
