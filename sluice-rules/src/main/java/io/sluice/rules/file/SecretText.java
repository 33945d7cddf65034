package io.sluice.rules.file;

import io.sluice.rules.file.Node.Scalar;
import org.jspecify.annotations.Nullable;

/** Reads what nobody else may know; it is never shown. */
final class SecretText {
    /** What the schema calls such a text. */
    static final String FORMAT = "secret";

    private static final int MOST = 200;

    private SecretText() {}

    /** Null if nothing is said. */
    static @Nullable String read(@Nullable Scalar text, String noun, int least, Problems problems) {
        if (text == null) {
            return null;
        }
        String value = text.value();
        boolean printable = value.chars().allMatch(c -> c > ' ' && c < 127);
        if (!printable || value.length() < least || value.length() > MOST) {
            problems.error(
                    text.place(),
                    "this is no " + noun,
                    "write " + least + " to " + MOST + " letters, digits and signs, without blanks");
        }
        return value;
    }
}
