package io.sluice.rules.match;

import io.sluice.rules.PathSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a pattern lies over a path, worked out from the end: in time pattern times path, however many {@code **} there are. Where it fits in several ways, each
 * {@code **} takes as little as it can, the first one before the others.
 */
final class PathFit {
    private final List<Segment> pattern;
    private final List<String> path;
    /** Whether the pattern from one segment on covers the path from another on. */
    private final boolean[][] fits;

    private PathFit(List<Segment> pattern, List<String> path, boolean ignoreCase) {
        this.pattern = pattern;
        this.path = path;
        this.fits = new boolean[pattern.size() + 1][path.size() + 1];
        fits[pattern.size()][path.size()] = true;
        for (int i = pattern.size() - 1; i >= 0; i--) {
            for (int j = path.size(); j >= 0; j--) {
                fits[i][j] = fits(pattern.get(i), i, j, ignoreCase);
            }
        }
    }

    static PathFit of(PathPattern pattern, String path, PathSettings settings) {
        List<Segment> segments = pattern.segments();
        if (settings.ignoreTrailingSlash() && endsWithSlash(segments)) {
            segments = segments.subList(0, segments.size() - 1);
        }
        return new PathFit(segments, PathText.segments(path, settings), settings.ignoreCase());
    }

    static boolean endsWithSlash(List<Segment> segments) {
        return !segments.isEmpty() && segments.get(segments.size() - 1).text().isEmpty();
    }

    private boolean fits(Segment segment, int i, int j, boolean ignoreCase) {
        if (segment.kind() == Segment.Kind.ANY_NUMBER) {
            return fits[i + 1][j] || (j < path.size() && fits[i][j + 1]);
        }
        return j < path.size() && fits[i + 1][j + 1] && segment.covers(path.get(j), ignoreCase);
    }

    boolean covers() {
        return fits[0][0];
    }

    /** The segment of the path that lies under a segment of the pattern. */
    @Nullable
    String at(int segment) {
        if (!covers()) {
            return null;
        }
        int j = 0;
        for (int i = 0; i < segment; i++) {
            boolean anyNumber = pattern.get(i).kind() == Segment.Kind.ANY_NUMBER;
            while (anyNumber && !fits[i + 1][j]) {
                j++;
            }
            j += anyNumber ? 0 : 1;
        }
        return path.get(j);
    }
}
