package io.sluice.rules.match;

import io.sluice.rules.Attribute;
import io.sluice.rules.Attributes;
import io.sluice.rules.PathSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds, of many matches, those that a request fulfils. Those with a path are found by one walk along it; those without are looked at one by one. Each is known by its
 * place in the list, and found as a bit, so they come in that order.
 */
public final class MatchIndex {
    private final Matcher[] matchers;
    private final PathIndex paths;
    private final boolean anyPath;
    /** Those without a path, and those that are left over when no other is found. */
    private final long[] pathless;

    private final long[] otherwise;
    /** Those that count as found, so that {@code otherwise} is not. */
    private final long[] some;

    private MatchIndex(
            Matcher[] matchers, PathIndex paths, boolean anyPath, long[] pathless, long[] otherwise, long[] some) {
        this.matchers = matchers;
        this.paths = paths;
        this.anyPath = anyPath;
        this.pathless = pathless;
        this.otherwise = otherwise;
        this.some = some;
    }

    /**
     * From what matches.
     *
     * @param counts whether the match with that number keeps a request from being left over; others are found, and the request is left over all the same
     * @throws IllegalArgumentException if a condition is malformed, with what would be right
     */
    public static MatchIndex of(List<Match> matches, IntPredicate counts, PathSettings settings) {
        int words = words(matches.size());
        long[] pathless = new long[words];
        long[] otherwise = new long[words];
        long[] some = new long[words];
        List<@Nullable PathPattern> patterns = new ArrayList<>();
        for (int i = 0; i < matches.size(); i++) {
            Match match = matches.get(i);
            PathPattern path = match.path();
            patterns.add(path);
            long[] kind = match.scope() == Match.Scope.OTHERWISE ? otherwise : pathless;
            if (path == null || match.scope() == Match.Scope.OTHERWISE) {
                kind[i >> 6] |= 1L << i;
            }
            if (match.scope() == Match.Scope.SOME && counts.test(i)) {
                some[i >> 6] |= 1L << i;
            }
        }
        Matcher[] matchers =
                matches.stream().map(match -> new Matcher(match, settings)).toArray(Matcher[]::new);
        boolean anyPath = patterns.stream().anyMatch(pattern -> pattern != null);
        return new MatchIndex(matchers, PathIndex.of(patterns, settings), anyPath, pathless, otherwise, some);
    }

    /** How many words the bits of so many take. */
    public static int words(int matches) {
        return Math.max(1, (matches + 63) / 64);
    }

    /** Whether the bit of the match with that number is set. */
    public static boolean contains(long[] found, int match) {
        return (found[match >> 6] & 1L << match) != 0;
    }

    /** Sets the bits of all that the request fulfils, without those for what is left over. */
    public void find(Attributes attributes, long[] found, Walk walk) {
        System.arraycopy(pathless, 0, found, 0, pathless.length);
        String path = anyPath ? attributes.get(Attribute.PATH) : null;
        if (path != null) {
            paths.find(path, found, walk);
        }
        for (int word = 0; word < pathless.length; word++) {
            for (long left = found[word]; left != 0; left &= left - 1) {
                int i = (word << 6) + Long.numberOfTrailingZeros(left);
                if (!matchers[i].takes(attributes)) {
                    found[word] &= ~(1L << i);
                }
            }
        }
    }

    /** Whether any that keeps the request from being left over is among these. */
    public boolean anySome(long[] found) {
        for (int word = 0; word < some.length; word++) {
            if ((found[word] & some[word]) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Adds those that are for what is left over. */
    public void addOtherwise(long[] found) {
        for (int word = 0; word < otherwise.length; word++) {
            found[word] |= otherwise[word];
        }
    }
}
