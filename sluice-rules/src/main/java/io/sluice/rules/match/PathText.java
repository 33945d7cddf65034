package io.sluice.rules.match;

import io.sluice.rules.PathSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request's path, taken apart. */
final class PathText {
    private PathText() {}

    /** Where its first segment begins. */
    static int begin(String path) {
        return path.startsWith("/") ? 1 : 0;
    }

    /** Where its last segment ends: before a last slash, where that is ignored. */
    static int end(String path, boolean ignoreTrailingSlash) {
        int length = path.length();
        return ignoreTrailingSlash && length > 1 && path.charAt(length - 1) == '/' ? length - 1 : length;
    }

    /** The segment with that number; null if there are not so many. */
    static @Nullable String segment(String path, int number, PathSettings settings) {
        int from = begin(path);
        int end = end(path, settings.ignoreTrailingSlash());
        for (int i = 0; i < number && from <= end; i++) {
            int slash = path.indexOf('/', from);
            from = slash < 0 ? end + 1 : slash + 1;
        }
        int slash = path.indexOf('/', from);
        return from > end ? null : path.substring(from, slash < 0 ? end : Math.min(slash, end));
    }

    static List<String> segments(String path, PathSettings settings) {
        int begin = begin(path);
        int end = end(path, settings.ignoreTrailingSlash());
        return begin >= end ? List.of() : List.of(path.substring(begin, end).split("/", -1));
    }
}
