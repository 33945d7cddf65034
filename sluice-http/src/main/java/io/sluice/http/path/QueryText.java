package io.sluice.http.path;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The parameters of a query. */
public final class QueryText {
    /** Further ones are not looked at. */
    private static final int MOST_PARAMETERS = 1_000;

    private QueryText() {}

    /** Whether all characters may stand in a query: parsers drop, cut off or replace others, each in its own way. */
    public static boolean isPlain(String query) {
        for (int i = 0; i < query.length(); i++) {
            char c = query.charAt(i);
            if (c <= ' ' || c >= 0x7F || c == '#') {
                return false;
            }
        }
        return true;
    }

    /** All values of a parameter, decoded, in order. Bytes that are not UTF-8 and stray percent signs do no harm. */
    public static List<String> values(String query, String name) {
        List<String> values = new ArrayList<>(1);
        int at = 0;
        for (int n = 0; n < MOST_PARAMETERS && at <= query.length(); n++) {
            int end = query.indexOf('&', at);
            end = end < 0 ? query.length() : end;
            int equals = query.indexOf('=', at);
            int nameEnd = equals < 0 || equals > end ? end : equals;
            if (decode(query.substring(at, nameEnd)).equals(name)) {
                values.add(decode(query.substring(Math.min(nameEnd + 1, end), end)));
            }
            at = end + 1;
        }
        return values;
    }

    private static String decode(String text) {
        if (text.indexOf('%') < 0 && text.indexOf('+') < 0) {
            return text;
        }
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException strayPercent) {
            return text;
        }
    }
}
