package io.sluice.rules.file;

import io.sluice.rules.file.Node.Scalar;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code 10%}. */
final class PercentText {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,9})?)\\s*%");

    private PercentText() {}

    /** All if nothing is said. */
    static double read(@Nullable Scalar text, String noun, Problems problems) {
        if (text == null) {
            return 100;
        }
        Matcher form = FORM.matcher(text.value().strip());
        double percent = form.matches() ? Double.parseDouble(form.group(1)) : -1;
        if (percent < 0 || percent > 100) {
            problems.error(text.place(), text.shown() + " is no " + noun, "write 0% to 100%");
        }
        return percent;
    }
}
