package io.sluice.rules.file;

import java.util.List;

/** How values and choices are said in a message: on one line, and not too long. */
final class Shown {
    private static final int MOST = 60;

    private Shown() {}

    static String of(String value) {
        String oneLine = value.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}]", "?");
        return oneLine.codePointCount(0, oneLine.length()) <= MOST
                ? oneLine
                : oneLine.substring(0, oneLine.offsetByCodePoints(0, MOST)) + "...";
    }

    /** {@code a, b or c}. */
    static String or(List<String> choices) {
        int last = choices.size() - 1;
        return last <= 0
                ? String.join("", choices)
                : String.join(", ", choices.subList(0, last)) + " or " + choices.get(last);
    }

    /** As it would be written on one line of a file. */
    static String of(Node node) {
        if (node instanceof Node.Sequence list) {
            return "[" + String.join(", ", list.items().stream().map(Shown::of).toList()) + "]";
        }
        if (node instanceof Node.Mapping map) {
            return "{ "
                    + String.join(
                            ", ",
                            map.entries().stream()
                                    .map(entry -> entry.name() + ": " + of(entry.value()))
                                    .toList())
                    + " }";
        }
        return ((Node.Scalar) node).shown();
    }
}
