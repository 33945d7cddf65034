package io.sluice.rules;

import java.nio.file.Path;
import java.time.Duration;

/** What happens to a request that a rule does not let pass. */
public sealed interface WhenLimited {
    /** 429. */
    record Refuse() implements WhenLimited {}

    /** Waits for its permits, {@code most} at longest; a leaky queue says itself when its places are taken. */
    record Delay(Duration most) implements WhenLimited {}

    /** The first beyond the limit waits one step, the next two, and so on, {@code most} at longest. */
    record Slower(Duration step, Duration most, AtTop atTop) implements WhenLimited {
        /** What happens to a request that would wait longer. */
        public enum AtTop {
            REFUSE,
            /** It waits {@code most}, too. */
            PASS
        }

        public Slower(Duration step, Duration most) {
            this(step, most, AtTop.REFUSE);
        }

        /** Steps up to the longest delay. */
        long steps() {
            return most.toNanos() / step.toNanos();
        }
    }

    /** 200 with a prepared body: the client cannot tell. */
    record Decoy(Body body) implements WhenLimited {}

    /** The next {@code extra} in a period pass, marked, so that the application can answer cheaply. */
    record Reduced(long extra) implements WhenLimited {}

    /** Another status, with a prepared body. */
    record Status(
            int status, @org.jspecify.annotations.Nullable Body body) implements WhenLimited {}

    /**
     * A prepared body.
     *
     * @param file as read; it may hold {@code {{retryAfterSeconds}}} and the like, see docs/configuration.md
     */
    record Body(Path file, String contentType, String text) {}
}
