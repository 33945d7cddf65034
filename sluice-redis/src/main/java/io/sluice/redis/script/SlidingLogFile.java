package io.sluice.redis.script;

import io.sluice.core.Limit;

/** {@code sliding_log.lua}. */
final class SlidingLogFile extends AlgorithmFile {
    SlidingLogFile(Limit limit) {
        super(limit);
    }

    @Override
    String name() {
        return "sliding_log";
    }

    @Override
    boolean apart() {
        return true;
    }

    @Override
    void write(Arguments to, TimeSpan span) {
        to.add(periodMicros()).add(capacity);
    }

    @Override
    Reading read(Reply from, long nowNanos) {
        return new TimesReading(from.number(), nanos(from.number()), nanos(from.number()));
    }

    private static long nanos(long micros) {
        return micros < 0 ? NEVER : micros * NANOS_PER_MICRO;
    }
}
