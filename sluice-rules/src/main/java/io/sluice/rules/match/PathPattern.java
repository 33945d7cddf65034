package io.sluice.rules.match;

import java.util.ArrayList;
import java.util.List;

/**
 * A path with gaps: {@code *} is one segment or part of one, {@code **} any number of segments, {@code {id}} one segment with a
 * name. {@code /api/**} covers {@code /api} too.
 */
public final class PathPattern {
    private final String text;
    private final List<String> segments;

    private PathPattern(String text, List<String> segments) {
        this.text = text;
        this.segments = segments;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException with what is wrong, and what would be right
     */
    public static PathPattern parse(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("a path pattern begins with /, such as /" + text);
        }
        return new PathPattern(text, List.of(text.substring(1).split("/", -1)));
    }

    /** Names of its variables, in order. */
    public List<String> variables() {
        List<String> names = new ArrayList<>();
        for (String segment : segments) {
            if (segment.startsWith("{")) {
                names.add(segment.substring(1, segment.length() - 1));
            }
        }
        return names;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof PathPattern other && text.equals(other.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
