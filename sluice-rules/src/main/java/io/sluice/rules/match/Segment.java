package io.sluice.rules.match;

import java.util.regex.Pattern;

/**
 * What stands between two slashes of a pattern.
 *
 * @param text of a variable its name
 */
record Segment(Kind kind, String text) {
    /** The most specific first. */
    enum Kind {
        TEXT,
        /** {@code *.json}: part of a segment. */
        GLOB,
        /** {@code {id}}. */
        VARIABLE,
        /** {@code *}. */
        ONE,
        /** {@code **}. */
        ANY_NUMBER
    }

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

    static Segment parse(String text, boolean last) {
        if (text.isEmpty() && !last) {
            throw new IllegalArgumentException("an empty segment never matches; write / instead of //");
        }
        if (text.equals(".") || text.equals("..")) {
            throw new IllegalArgumentException(
                    text + " never matches: paths are resolved before; write where it leads to");
        }
        if (text.equals("**") || text.equals("*")) {
            return new Segment(text.equals("*") ? Kind.ONE : Kind.ANY_NUMBER, text);
        }
        if (text.contains("**")) {
            throw new IllegalArgumentException(
                    "** stands alone between slashes, such as /api/**; for part of a segment write *");
        }
        if (text.indexOf('{') >= 0 || text.indexOf('}') >= 0) {
            return variable(text);
        }
        return new Segment(text.indexOf('*') >= 0 ? Kind.GLOB : Kind.TEXT, text);
    }

    private static Segment variable(String text) {
        if (!text.startsWith("{") || text.indexOf('}') != text.length() - 1) {
            throw new IllegalArgumentException("a variable is a whole segment, such as /items/{id}, not " + text);
        }
        String name = text.substring(1, text.length() - 1);
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a variable is named by a letter, then letters, digits, - or _, such as {id}, not " + text);
        }
        return new Segment(Kind.VARIABLE, name);
    }

    boolean isVariable() {
        return kind == Kind.VARIABLE;
    }

    /** Whether it covers this one segment of a path. */
    boolean covers(String segment, boolean ignoreCase) {
        return switch (kind) {
            case TEXT -> ignoreCase ? text.equalsIgnoreCase(segment) : text.equals(segment);
            case GLOB -> new Glob(text, ignoreCase).covers(segment);
            case VARIABLE, ONE -> !segment.isEmpty();
            case ANY_NUMBER -> true;
        };
    }
}
