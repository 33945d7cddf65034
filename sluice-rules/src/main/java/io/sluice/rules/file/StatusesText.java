package io.sluice.rules.file;

import io.sluice.rules.file.Node.Scalar;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code 200-399}, or {@code 204}. */
record StatusesText(int least, int most) {
    private static final Pattern FORM = Pattern.compile("([1-5][0-9]{2})(?:-([1-5][0-9]{2}))?");
    private static final StatusesText USUAL = new StatusesText(200, 399);

    static StatusesText read(@Nullable Node node, Problems problems) {
        if (!(node instanceof Scalar text)) {
            return USUAL;
        }
        Matcher form = FORM.matcher(text.value().strip());
        if (form.matches()) {
            int least = Integer.parseInt(form.group(1));
            int most = form.group(2) == null ? least : Integer.parseInt(form.group(2));
            if (least <= most) {
                return new StatusesText(least, most);
            }
        }
        if (!text.isNumber()) {
            problems.error(text.place(), text.shown() + " is no range of statuses", "write 200-399 or 204");
        }
        return USUAL;
    }
}
