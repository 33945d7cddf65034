package io.sluice.http.answer;

import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Text with gaps: <code>{{retryAfterSeconds}}</code>. Names that nobody knows stay as they are; what is filled in is not looked at again. */
final class Template {
    private Template() {}

    /** @param contentType says how values are escaped */
    static String fill(String text, String contentType, Map<String, String> values) {
        UnaryOperator<String> escape = escape(contentType.toLowerCase(Locale.ROOT));
        StringBuilder filled = new StringBuilder();
        int at = 0;
        for (int open = text.indexOf("{{"); open >= 0; open = text.indexOf("{{", at)) {
            int close = text.indexOf("}}", open);
            if (close < 0) {
                break;
            }
            String value = values.get(text.substring(open + 2, close).strip());
            if (value == null) {
                filled.append(text, at, open + 2);
                at = open + 2;
            } else {
                filled.append(text, at, open).append(escape.apply(value));
                at = close + 2;
            }
        }
        return filled.append(text, at, text.length()).toString();
    }

    private static UnaryOperator<String> escape(String contentType) {
        if (contentType.contains("json")) {
            return JsonText::escaped;
        }
        return contentType.contains("html") || contentType.contains("xml") ? HtmlText::escaped : value -> value;
    }
}
