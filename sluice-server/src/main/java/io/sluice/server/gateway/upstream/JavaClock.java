package io.sluice.server.gateway.upstream;

import io.sluice.core.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Our clock for a library that asks for Java's. */
final class JavaClock extends java.time.Clock {
    private final Clock clock;

    JavaClock(Clock clock) {
        this.clock = clock;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public java.time.Clock withZone(ZoneId zone) {
        return this;
    }

    @Override
    public Instant instant() {
        long nanos = clock.nanos();
        return Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
    }
}
