package io.sluice.rules.match;

import io.sluice.rules.PathSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds, of many patterns, those that cover a path: in one walk along the path, whatever their number.
 *
 * <p>The patterns are laid into a tree by their segments. The walk keeps the nodes it may be at, at most each once, so a path costs its segments times those
 * nodes at worst, and usually one or two nodes a segment. What is behind a last {@code **} is found when the walk comes by and not carried along.
 */
public final class PathIndex {
    private final Node root;
    private final int nodes;
    private final PathSettings settings;

    private PathIndex(Node root, int nodes, PathSettings settings) {
        this.root = root;
        this.nodes = nodes;
        this.settings = settings;
    }

    /** Each pattern is known by its place in the list; null for none. */
    public static PathIndex of(List<@Nullable PathPattern> patterns, PathSettings settings) {
        Node.Planter planter = new Node.Planter(settings);
        for (int i = 0; i < patterns.size(); i++) {
            PathPattern pattern = patterns.get(i);
            if (pattern != null) {
                planter.plant(pattern.segments(), i);
            }
        }
        return new PathIndex(planter.root(), planter.size(), settings);
    }

    /** Sets the bits of the patterns that cover a path; others stay as they are. */
    public void find(String path, long[] found, Walk walk) {
        boolean fold = settings.ignoreCase();
        int end = PathText.end(path, settings.ignoreTrailingSlash());
        walk.begin(nodes);
        walk.come(root, found);
        walk.step();
        int from = PathText.begin(path);
        if (from < end) {
            int hash = 0;
            for (int i = from; i <= end; i++) {
                char c = i < end ? path.charAt(i) : '/';
                if (c == '/') {
                    walk.along(path, from, i, hash, fold, found);
                    from = i + 1;
                    hash = 0;
                } else {
                    hash = 31 * hash + (fold ? Fold.of(c) : c);
                }
            }
        }
        walk.end(found);
    }
}
