package io.sluice.server.json;

/** Names in JSON pointers. */
public final class Pointer {
    private static final int LONGEST = 100;

    private Pointer() {}

    public static String escaped(String name) {
        String cut = name.length() > LONGEST ? name.substring(0, end(name)) : name;
        return cut.replace("~", "~0").replace("/", "~1");
    }

    /** Not in the middle of a character. */
    private static int end(String name) {
        return Character.isHighSurrogate(name.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    }
}
