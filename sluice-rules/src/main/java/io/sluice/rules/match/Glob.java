package io.sluice.rules.match;

/** A text with gaps: {@code *} is any characters or none, {@code ?} exactly one; it is about the whole value. */
public final class Glob {
    private static final int NONE = -1;

    private final String pattern;
    private final boolean ignoreCase;

    public Glob(String pattern, boolean ignoreCase) {
        this.pattern = pattern;
        this.ignoreCase = ignoreCase;
    }

    public boolean covers(String value) {
        return covers(value, 0, value.length());
    }

    /**
     * Whether it covers the characters from one to before another. Only the last star is ever tried again: what those before it took need not change, so this takes at most
     * pattern times value.
     */
    boolean covers(String value, int from, int to) {
        int p = 0;
        int v = from;
        int star = NONE;
        int taken = from;
        while (v < to) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                taken = v;
            } else if (p < pattern.length() && fits(pattern.charAt(p), value.charAt(v))) {
                p++;
                v++;
            } else if (star != NONE) {
                p = star + 1;
                v = ++taken;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }

    private boolean fits(char wanted, char given) {
        return wanted == '?' || wanted == given || (ignoreCase && Fold.of(wanted) == Fold.of(given));
    }
}
