package io.sluice.server.api;

/** Names in JSON pointers. */
final class Pointer {
    private static final int LONGEST = 100;

    private Pointer() {}

    static String escaped(String name) {
        String cut = name.length() > LONGEST ? name.substring(0, LONGEST) : name;
        return cut.replace("~", "~0").replace("/", "~1");
    }
}
