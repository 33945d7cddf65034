package io.sluice.server.gateway.upstream;

import org.jspecify.annotations.Nullable;

/** One or several targets that answer alike. Asked by event loops, so quick and without waiting. */
public interface Upstream {
    String name();

    /**
     * A target to send a request to, by turns or by whoever has least to do; one that is healthy and whose breaker lets requests through. The request counts as
     * begun: {@link Target#succeeded}, {@link Target#failed} or {@link Target#dropped} follows, exactly once.
     *
     * @param not one that has just failed, to be left out if there is another; null if there is none
     * @return null if there is none to send to now
     */
    @Nullable
    Target begin(@Nullable Target not);

    /** After how many seconds to try again when {@link #begin} has found none; at least 1. */
    long retryAfterSeconds();

    /** Why {@link #begin} has found none. */
    default Unavailability unavailability() {
        return new Unavailability("no target", null);
    }

    /** How long each phase may take, and how often a request may be tried again. */
    UpstreamTimes times();

    /** How often a request that is idempotent may be sent again to another target, or on another connection. */
    int retries();
}
