package io.sluice.benchmarks;

import java.util.concurrent.atomic.AtomicLongArray;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What nobody can be faster than who decides by the clock about one key of many: reads the clock, and one line of as much memory as 24 bytes a key are; writes there
 * if the request passes. Finds nothing and decides nothing. A string's hash is remembered by the string, so it costs less than anybody's own.
 */
public class FloorBenchmark {
    private static final int WORDS_A_KEY = 3;
    private static final int WORDS_A_LINE = 8;

    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // JMH calls setUp
    public static class Lines {
        private AtomicLongArray words;
        private int lines;
        private boolean passes;

        @Setup
        public void setUp(Workload workload) {
            lines = workload.keys * WORDS_A_KEY / WORDS_A_LINE;
            words = new AtomicLongArray(lines * WORDS_A_LINE);
            passes = workload.traffic.passes();
        }

        final boolean touch(String key, long now) {
            int at = line(key) * WORDS_A_LINE;
            long seen = words.get(at);
            return passes ? words.compareAndSet(at, seen, now) : seen != 0;
        }

        private int line(String key) {
            long spread = (key.hashCode() * 0x9E37_79B9L) & 0xFFFF_FFFFL;
            return (int) ((spread * lines) >>> 32);
        }
    }

    @Benchmark
    public boolean keyed(Lines lines, Caller caller) {
        String key = caller.nextKey();
        return caller.count(lines.touch(key, System.nanoTime()));
    }
}
