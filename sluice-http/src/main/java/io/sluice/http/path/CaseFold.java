package io.sluice.http.path;

/** One spelling for texts that differ in case only, by the comparison that {@link String#equalsIgnoreCase} makes. */
public final class CaseFold {
    private CaseFold() {}

    public static String of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (fold(text.charAt(i)) != text.charAt(i)) {
                return folded(text);
            }
        }
        return text;
    }

    private static String folded(String text) {
        char[] chars = text.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            chars[i] = fold(chars[i]);
        }
        return new String(chars);
    }

    private static char fold(char c) {
        return Character.toLowerCase(Character.toUpperCase(c));
    }
}
