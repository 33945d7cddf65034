package io.sluice.http.field;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A dialect of rate limit fields. Two that write a field of the same name cannot be sent together, and those that write none stand alone. */
public enum Preset {
    /** {@code RateLimit-Policy: "burst";q=100;w=60} and {@code RateLimit: "burst";r=50;t=30}: draft-ietf-httpapi-ratelimit-headers-11. */
    IETF("RateLimit-Policy", "RateLimit"),
    IETF_06("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "RateLimit-Policy"),
    IETF_07("RateLimit", "RateLimit-Policy"),
    /** Reset in seconds since the epoch. */
    X_RATELIMIT("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"),
    GITHUB(
            "X-RateLimit-Limit",
            "X-RateLimit-Remaining",
            "X-RateLimit-Used",
            "X-RateLimit-Reset",
            "X-RateLimit-Resource"),
    /** Reset in seconds from now. */
    X_DELTA("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"),
    ENVOY("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Envoy-RateLimited"),
    KONG("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"),
    RETRY_AFTER_ONLY,
    /** Not even Retry-After. */
    NONE;

    @SuppressWarnings("ImmutableEnumChecker") // List.of cannot be changed
    private final List<String> names;

    Preset(String... names) {
        this.names = List.of(names);
    }

    /** The form that rule files use: {@code ietf-06}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Reads that form. */
    public static Optional<Preset> of(String text) {
        return Stream.of(values()).filter(preset -> preset.text().equals(text)).findFirst();
    }

    /** The fields it writes; those of {@link #KONG} that name a unit of time come on top. */
    public List<String> names() {
        return names;
    }

    /** Whether the two cannot be sent together. */
    public boolean conflictsWith(Preset other) {
        return this != other
                && (names.isEmpty() || other.names.isEmpty() || names.stream().anyMatch(other.names::contains));
    }

    /** Whether answers tell when to come back. */
    static boolean tellRetryAfter(Collection<Preset> presets) {
        return !presets.contains(NONE);
    }
}
