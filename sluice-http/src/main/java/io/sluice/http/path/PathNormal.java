package io.sluice.http.path;

import io.sluice.rules.PathSettings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives every path that an application takes for the same one spelling: decoded, without empty and dot segments and without
 * parameters ({@code ;x}), folded as the settings say.
 *
 * <p>A path that servers are known to read differently has no such spelling: encoded slashes, backslashes and control characters,
 * encoded or parameterised dot segments, {@code ..} above the root or over an empty segment, text that is not UTF-8, and two slashes
 * in front, behind which many parsers of URLs read a host. How servers read the others is said by {@link PathReadings}.
 */
public final class PathNormal {
    private static final int LONGEST = 8_192;

    /** Characters that stand for themselves wherever they stand. */
    private static final boolean[] PLAIN = new boolean[0x7F];

    static {
        for (char c = '!'; c < PLAIN.length; c++) {
            PLAIN[c] = "%;\\#?".indexOf(c) < 0;
        }
    }

    private final PathSettings settings;

    public PathNormal(PathSettings settings) {
        this.settings = settings;
    }

    /** Of a path as it stands in the request line, without its query; null if it is ambiguous. */
    public @Nullable String of(String raw) {
        if (raw.length() > LONGEST || !raw.startsWith("/") || raw.startsWith("//")) {
            return null;
        }
        return isPlain(raw) ? raw : resolved(raw);
    }

    /** Whether nothing is to be done, as with nearly every request. */
    private boolean isPlain(String raw) {
        char before = 0;
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c >= PLAIN.length || !PLAIN[c] || (before == '/' && (c == '/' || c == '.'))) {
                return false;
            }
            before = c;
            if (settings.ignoreCase() && c >= 'A' && c <= 'Z') {
                return false;
            }
        }
        return raw.length() == 1 || !raw.endsWith("/") || !settings.ignoreTrailingSlash();
    }

    private @Nullable String resolved(String raw) {
        List<String> kept = new ArrayList<>();
        boolean folder = false;
        int end;
        for (int at = 1; at <= raw.length(); at = end + 1) {
            int slash = raw.indexOf('/', at);
            end = slash < 0 ? raw.length() : slash;
            Segment segment = Segment.read(raw, at, end);
            if (segment == null || !segment.follow(kept)) {
                return null;
            }
            folder = segment.isFolder();
        }
        return isLikeAHost(kept) ? null : joined(kept, folder);
    }

    /** {@code /.//host/x} begins with two slashes once its dots are gone. */
    private static boolean isLikeAHost(List<String> segments) {
        return segments.size() > 1 && segments.get(0).isEmpty();
    }

    private String joined(List<String> segments, boolean folder) {
        StringBuilder path = new StringBuilder();
        for (String segment : segments) {
            if (!segment.isEmpty()) {
                path.append('/').append(segment);
            }
        }
        if (path.isEmpty() || (folder && !settings.ignoreTrailingSlash())) {
            path.append('/');
        }
        return settings.ignoreCase() ? CaseFold.of(path.toString()) : path.toString();
    }
}
