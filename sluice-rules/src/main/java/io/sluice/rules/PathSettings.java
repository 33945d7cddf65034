package io.sluice.rules;

/**
 * Which spellings of a path the application takes for the same. Encodings, empty segments, dot segments and parameters always are.
 *
 * @param ignoreCase {@code /API} is {@code /api}
 * @param ignoreTrailingSlash {@code /api/} is {@code /api}
 */
public record PathSettings(boolean ignoreCase, boolean ignoreTrailingSlash) {
    /** Rather one counter too few than a way around the limit. */
    public static final PathSettings DEFAULT = new PathSettings(true, true);
}
