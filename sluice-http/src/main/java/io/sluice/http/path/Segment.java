package io.sluice.http.path;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What lies between two slashes, decoded and without its parameters.
 *
 * @param text of a dot segment its dots, of an encoded name what it means
 */
record Segment(String text, Kind kind) {
    enum Kind {
        NAME,
        HERE,
        UP
    }

    /** Null if it may be read in more than one way. */
    static @Nullable Segment read(String raw, int from, int to) {
        int semicolon = raw.indexOf(';', from);
        int end = semicolon < 0 || semicolon > to ? to : semicolon;
        String text = PercentText.decode(raw, from, end);
        if (text == null || PercentText.decode(raw, end, to) == null) {
            return null;
        }
        boolean dots = text.equals(".") || text.equals("..");
        boolean plain = end == to && text.length() == to - from;
        if (dots && !plain) {
            return null;
        }
        return new Segment(text, !dots ? Kind.NAME : text.length() == 1 ? Kind.HERE : Kind.UP);
    }

    /** Whether the path ends in a slash if this comes last. */
    boolean isFolder() {
        return kind != Kind.NAME || text.isEmpty();
    }

    /**
     * Goes on from the segments before. Empty ones are kept until the end, because going up from one leads to different places in different servers.
     *
     * @return whether that is possible and clear
     */
    boolean follow(List<String> before) {
        switch (kind) {
            case NAME -> before.add(text);
            case UP -> {
                return !before.isEmpty() && !before.remove(before.size() - 1).isEmpty();
            }
            case HERE -> {}
        }
        return true;
    }
}
