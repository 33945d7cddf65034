package io.sluice.rules.key;

import java.util.ArrayList;
import java.util.List;

/**
 * A key in readable form: the rule's name, then kind and value of each part, {@code search|user:ann|endpoint:/api/search/**}. What separates, braces, {@code %} and
 * control characters are percent-encoded in values, so different keys have different texts.
 */
public record KeyText(String rule, List<Part> parts) {
    /** What was counted by, such as {@code ip}, and its value. */
    public record Part(String kind, String value) {}

    private static final String SPECIAL = "%|{}:";
    private static final String HEX = "0123456789ABCDEF";

    public KeyText {
        parts = List.copyOf(parts);
    }

    /**
     * Reads the form that {@link #toString} writes. A colon in the last place of a value may stand as it is, so that addresses can be typed.
     *
     * @throws IllegalArgumentException with what would be right
     */
    public static KeyText parse(String text) {
        String[] pieces = text.split("\\|", -1);
        List<Part> parts = new ArrayList<>();
        for (int i = 1; i < pieces.length; i++) {
            int colon = pieces[i].indexOf(':');
            if (colon <= 0) {
                throw new IllegalArgumentException(
                        "a key is RULE|KIND:VALUE|..., such as login|ip:203.0.113.9, but there is no kind in "
                                + pieces[i]);
            }
            parts.add(new Part(decoded(pieces[i].substring(0, colon)), decoded(pieces[i].substring(colon + 1))));
        }
        return new KeyText(pieces[0], parts);
    }

    /** All but the rule. */
    public String ofParts() {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            text.append(text.isEmpty() ? "" : "|");
            encode(part.kind, text);
            text.append(':');
            encode(part.value, text);
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return parts.isEmpty() ? rule : rule + "|" + ofParts();
    }

    private static void encode(String value, StringBuilder text) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (SPECIAL.indexOf(c) >= 0 || c < ' ' || c == 0x7f) {
                text.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
            } else {
                text.append(c);
            }
        }
    }

    private static String decoded(String text) {
        StringBuilder value = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '%') {
                value.append(c);
                continue;
            }
            int code = i + 2 < text.length() ? hex(text.charAt(i + 1)) * 16 + hex(text.charAt(i + 2)) : -1;
            if (code < 0) {
                throw new IllegalArgumentException(
                        "% is followed by two hexadecimal digits; for a percent sign write %25");
            }
            value.append((char) code);
            i += 2;
        }
        return value.toString();
    }

    private static int hex(char c) {
        int digit = Character.digit(c, 16);
        return digit < 0 ? -1_000 : digit;
    }
}
