package io.sluice.core;

import java.util.stream.Stream;

/** Makes limiters out of text, for tests. */
public final class Limiters {
    private Limiters() {}

    public static Limit[] limits(String... texts) {
        return Stream.of(texts).map(Limit::parse).toArray(Limit[]::new);
    }

    public static RateLimiter of(Clock clock, String... limits) {
        return RateLimiter.builder().clock(clock).limits(limits(limits)).build();
    }
}
