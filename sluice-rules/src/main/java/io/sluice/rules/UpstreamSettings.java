package io.sluice.rules;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One or several servers that answer alike, and how the gateway is to use them.
 *
 * @param health null: nobody is asked how they are
 * @param breaker null: there is none
 * @param retries how often a request is sent again that got no answer
 * @param host {@link #KEEP}, {@link #TARGET}, or what is sent as Host
 */
public record UpstreamSettings(
        String name,
        List<TargetSettings> targets,
        Balance balance,
        @Nullable Health health,
        @Nullable Breaker breaker,
        int retries,
        Times times,
        Limits limits,
        Tls tls,
        String host) {
    /** Host is what the client said. */
    public static final String KEEP = "keep";

    /** Host is who the request is sent to. */
    public static final String TARGET = "target";

    /** Who gets the next request. */
    public enum Balance {
        ROUND_ROBIN,
        LEAST_CONNECTIONS
    }

    /**
     * How targets are asked whether they are well.
     *
     * @param upAfter so many good answers in a row
     * @param downAfter so many bad ones
     * @param leastStatus of a good answer
     * @param mostStatus of a good answer
     */
    public record Health(
            String path,
            Duration every,
            Duration timeout,
            int upAfter,
            int downAfter,
            int leastStatus,
            int mostStatus) {}

    /**
     * When a target is left alone.
     *
     * @param failures percent
     * @param of the last so many requests
     * @param atLeast not before so many
     * @param open for how long
     */
    public record Breaker(double failures, int of, int atLeast, Duration open) {
        public static final Breaker USUAL = new Breaker(50, 100, 20, Duration.ofSeconds(10));
    }

    /**
     * How long things may take.
     *
     * @param connect TLS included
     * @param answer until it begins
     * @param idle between two pieces of a body
     * @param keepAlive that a connection without requests is kept
     * @param tunnel that a WebSocket may be silent
     */
    public record Times(Duration connect, Duration answer, Duration idle, Duration keepAlive, Duration tunnel) {
        public static final Times USUAL = new Times(
                Duration.ofSeconds(2),
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                Duration.ofSeconds(50),
                Duration.ofHours(1));
    }

    /**
     * How many connections to each target there may be.
     *
     * @param queue requests that wait for one
     * @param longestWait of such a request
     */
    public record Limits(int connections, int queue, Duration longestWait) {
        public static final Limits USUAL = new Limits(1_024, 1_024, Duration.ofSeconds(5));
    }

    /**
     * How targets are spoken to over TLS.
     *
     * @param ca null: the authorities that the Java runtime trusts
     * @param certificate null, as the key: none is shown
     * @param serverName null: the target's host
     */
    public record Tls(
            @Nullable Path ca,
            @Nullable Path certificate,
            @Nullable Path key,
            @Nullable String serverName,
            boolean verify) {
        public static final Tls USUAL = new Tls(null, null, null, null, true);
    }

    public UpstreamSettings {
        targets = List.copyOf(targets);
    }

    /** One target, and everything else as usual. */
    public static UpstreamSettings of(String name, TargetSettings target) {
        return new UpstreamSettings(
                name, List.of(target), Balance.ROUND_ROBIN, null, null, 1, Times.USUAL, Limits.USUAL, Tls.USUAL, KEEP);
    }
}
