package io.sluice.rules;

import io.sluice.core.Limit;
import java.time.ZoneOffset;
import java.util.OptionalLong;

/** The most permits that a limit lets pass in some stretch of time as long as its period, its first moment included and its end not. */
public final class MostPerPeriod {
    private MostPerPeriod() {}

    /** Empty where windows differ in length, as months and days of a time zone do. */
    public static OptionalLong of(Limit limit) {
        if (limit.equals(Limit.unlimited()) || limit.calendar().isPresent()) {
            return OptionalLong.empty();
        }
        long permits = limit.permits();
        return switch (limit.kind()) {
            case TOKEN_BUCKET, LEAKY_BUCKET -> OptionalLong.of(limit.capacity() + Math.max(0, permits - 1));
            case FIXED_WINDOW ->
                limit.zone().normalized().equals(ZoneOffset.UTC) ? OptionalLong.of(2 * permits) : OptionalLong.empty();
            case ANCHORED_WINDOW -> OptionalLong.of(Math.max(0, 2 * permits - 1));
            case SLIDING_WINDOW -> OptionalLong.of(2 * permits);
            case LEAKY_QUEUE, SUB_WINDOWS, SLIDING_LOG -> OptionalLong.of(permits);
        };
    }
}
