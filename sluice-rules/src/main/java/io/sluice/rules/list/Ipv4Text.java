package io.sluice.rules.list;

/** Reads and writes {@code 203.0.113.9}: four decimal numbers, no fewer, no leading zeros. Allocates nothing when reading. */
final class Ipv4Text {
    static final long MALFORMED = -1;
    private static final int PARTS = 4;

    private Ipv4Text() {}

    /** The 32 bits of the address that stands in {@code text} from {@code from} to its end, or {@link #MALFORMED}. */
    static long parse(String text, int from) {
        long bits = 0;
        int at = from;
        for (int part = 0; part < PARTS; part++) {
            int end = endOfDigits(text, at);
            int value = number(text, at, end);
            boolean separated =
                    part == PARTS - 1 ? end == text.length() : end < text.length() && text.charAt(end) == '.';
            if (value < 0 || !separated) {
                return MALFORMED;
            }
            bits = (bits << 8) | value;
            at = end + 1;
        }
        return bits;
    }

    private static int endOfDigits(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    /** Some systems read a leading zero as octal, so it has no meaning that all agree on. */
    private static int number(String text, int from, int end) {
        int digits = end - from;
        if (digits < 1 || digits > 3 || (digits > 1 && text.charAt(from) == '0')) {
            return -1;
        }
        int value = 0;
        for (int at = from; at < end; at++) {
            value = value * 10 + text.charAt(at) - '0';
        }
        return value <= 255 ? value : -1;
    }

    static String format(long bits) {
        return ((bits >>> 24) & 255) + "." + ((bits >>> 16) & 255) + "." + ((bits >>> 8) & 255) + "." + (bits & 255);
    }
}
