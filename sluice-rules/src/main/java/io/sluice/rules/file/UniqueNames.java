package io.sluice.rules.file;

import io.sluice.rules.file.Node.Scalar;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Names of one kind, no two of which may differ in case only. */
final class UniqueNames {
    private final String kind;
    private final Problems problems;
    private final Map<String, Scalar> seen = new HashMap<>();

    UniqueNames(String kind, Problems problems) {
        this.kind = kind;
        this.problems = problems;
    }

    void add(Scalar name) {
        Scalar same = seen.putIfAbsent(name.value().toLowerCase(Locale.ROOT), name);
        if (same != null) {
            problems.error(
                    name.place(),
                    kind + " " + name.shown() + " differs from " + same.shown() + " on line "
                            + same.place().line() + " only in case",
                    "give it another name");
        }
    }
}
