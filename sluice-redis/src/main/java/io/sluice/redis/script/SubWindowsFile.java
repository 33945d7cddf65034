package io.sluice.redis.script;

import io.sluice.core.Limit;

/** {@code sub_windows.lua}. A part is as long as in memory, but never shorter than a microsecond. */
final class SubWindowsFile extends AlgorithmFile {
    private final long partNanos;
    private final long ring;

    SubWindowsFile(Limit limit) {
        super(limit);
        this.partNanos = Math.max(NANOS_PER_MICRO, ceilDiv(periodNanos, limit.parts()));
        this.ring = ceilDiv(periodNanos, partNanos) + 1;
    }

    private static long ceilDiv(long a, long b) {
        return (a + b - 1) / b;
    }

    @Override
    String name() {
        return "sub_windows";
    }

    @Override
    void write(Arguments to, TimeSpan span) {
        to.add(partNanos / NANOS_PER_MICRO)
                .add(partNanos % NANOS_PER_MICRO)
                .add(ring)
                .add(capacity);
    }

    @Override
    Reading read(Reply from, long nowNanos) {
        return new TimesReading(from.number(), until(from.number(), nowNanos), until(from.number(), nowNanos));
    }

    private long until(long part, long nowNanos) {
        return part == 0 ? 0 : part < 0 ? NEVER : part * partNanos - nowNanos;
    }
}
