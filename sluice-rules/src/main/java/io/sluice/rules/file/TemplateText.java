package io.sluice.rules.file;

import java.util.regex.Pattern;

/** Names of gaps that were renamed: left alone, such a gap would stay empty in every answer. */
final class TemplateText {
    static final String OLD_NAME = "{{retryAfter}} has no unit";
    static final String NEW_NAME = "write {{retryAfterSeconds}}";

    private static final Pattern OLD = Pattern.compile("\\{\\{\\s*retryAfter\\s*}}");

    private TemplateText() {}

    static boolean hasOldName(String text) {
        return OLD.matcher(text).find();
    }
}
