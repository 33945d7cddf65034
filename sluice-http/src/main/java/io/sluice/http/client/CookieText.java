package io.sluice.http.client;

import java.util.ArrayList;
import java.util.List;

/** The Cookie header: {@code a=1; b="2"}. */
final class CookieText {
    private CookieText() {}

    /** All values of a cookie, in order. */
    static List<String> values(List<String> lines, String name) {
        List<String> values = new ArrayList<>(1);
        for (String line : lines) {
            int at = 0;
            while (at <= line.length()) {
                int semicolon = line.indexOf(';', at);
                int end = semicolon < 0 ? line.length() : semicolon;
                int equals = line.indexOf('=', at);
                if (equals >= 0
                        && equals < end
                        && line.substring(at, equals).strip().equals(name)) {
                    values.add(unquoted(line.substring(equals + 1, end).strip()));
                }
                at = end + 1;
            }
        }
        return values;
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
