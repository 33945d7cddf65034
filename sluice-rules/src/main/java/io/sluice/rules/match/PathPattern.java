package io.sluice.rules.match;

import io.sluice.rules.PathSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path with gaps: {@code *} is one segment or part of one, {@code **} any number of segments, {@code {id}} one segment with a
 * name. {@code /api/**} covers {@code /api} too. Neither {@code *} nor a variable stands for an empty segment.
 */
public final class PathPattern {
    private static final String NO_QUERY =
            "a path pattern is about the path alone; for the query write match: { path: ..., query.NAME: ... }";

    private final String text;
    private final List<Segment> segments;

    private PathPattern(String text, List<Segment> segments) {
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
        if (text.indexOf('?') >= 0 || text.indexOf('#') >= 0) {
            throw new IllegalArgumentException(NO_QUERY);
        }
        List<Segment> segments = new ArrayList<>();
        List<String> variables = new ArrayList<>();
        String[] parts = text.length() == 1 ? new String[0] : text.substring(1).split("/", -1);
        for (int i = 0; i < parts.length; i++) {
            Segment segment = Segment.parse(parts[i], i == parts.length - 1);
            segments.add(segment);
            if (segment.isVariable() && variables.contains(segment.text())) {
                throw new IllegalArgumentException(
                        "variable " + segment.text() + " comes twice; each needs a name of its own");
            }
            variables.add(segment.text());
        }
        return new PathPattern(text, List.copyOf(segments));
    }

    List<Segment> segments() {
        return segments;
    }

    /** Names of its variables, in order. */
    public List<String> variables() {
        return segments.stream().filter(Segment::isVariable).map(Segment::text).toList();
    }

    /** Whether it covers a path, spelled as the settings say. */
    public boolean covers(String path, PathSettings settings) {
        return PathFit.of(this, path, settings).covers();
    }

    /** What stands in a variable's place in a path that the pattern covers; null if it has no such variable. */
    public @Nullable String variable(String name, String path, PathSettings settings) {
        boolean fixed = true;
        for (int i = 0; i < segments.size(); i++) {
            Segment segment = segments.get(i);
            if (segment.isVariable() && segment.text().equals(name)) {
                return fixed
                        ? PathText.segment(path, i, settings)
                        : PathFit.of(this, path, settings).at(i);
            }
            fixed &= segment.kind() != Segment.Kind.ANY_NUMBER;
        }
        return null;
    }

    /**
     * The more specific first: at the first segment that differs in kind, text before part of a segment before a whole one before any number; else the longer
     * one; else by the text, so that the order is always the same.
     */
    public static Comparator<PathPattern> mostSpecificFirst() {
        return (one, other) -> {
            int shorter = Math.min(one.segments.size(), other.segments.size());
            for (int i = 0; i < shorter; i++) {
                int kinds = one.segments
                        .get(i)
                        .kind()
                        .compareTo(other.segments.get(i).kind());
                if (kinds != 0) {
                    return kinds;
                }
            }
            int length = Integer.compare(other.segments.size(), one.segments.size());
            return length != 0 ? length : one.text.compareTo(other.text);
        };
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
