package io.sluice.rules.list;

/**
 * Reads and writes {@code 2001:db8::1}. Reading allocates nothing: first the shape of the text is found, then either half of the
 * 128 bits. A dotted IPv4 address may stand for the last two groups; zones and brackets are no part of an address.
 */
final class Ipv6Text {
    static final int MALFORMED = -1;
    private static final int GROUPS = 8;
    private static final int LONGEST = 45;

    private Ipv6Text() {}

    /** How many groups stand behind {@code ::}, 0 where there is none or nothing behind it; {@link #MALFORMED} for what is no address. */
    static int shape(String text) {
        int length = text.length();
        boolean gapFirst = text.startsWith("::");
        int at = gapFirst ? 2 : 0;
        int groups = 0;
        int gap = gapFirst ? 0 : -1;
        if (length < 2 || length > LONGEST) {
            return MALFORMED;
        }
        while (at < length) {
            int end = endOfHex(text, at);
            if (end < length && text.charAt(end) == '.') {
                groups += 2;
                at = Ipv4Text.parse(text, at) == Ipv4Text.MALFORMED ? MALFORMED : length;
            } else {
                groups++;
                at = end - at < 1 || end - at > 4 ? MALFORMED : nextGroup(text, end);
            }
            if (at == MALFORMED) {
                return MALFORMED;
            }
            if (at < length && text.charAt(at) == ':') {
                if (gap >= 0) {
                    return MALFORMED;
                }
                gap = groups;
                at++;
            }
        }
        boolean whole = gap < 0 ? groups == GROUPS : groups < GROUPS;
        return whole ? gap < 0 ? 0 : groups - gap : MALFORMED;
    }

    /** Past the colon that must follow a group; only a second colon may end the text. */
    private static int nextGroup(String text, int end) {
        if (end == text.length()) {
            return end;
        }
        return text.charAt(end) == ':' && end + 1 < text.length() ? end + 1 : MALFORMED;
    }

    private static int endOfHex(String text, int from) {
        int at = from;
        while (at < text.length() && hex(text.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    /** Not {@link Character#digit}: that takes digits of every script. */
    private static int hex(char c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        char lower = (char) (c | 0x20);
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    /**
     * Half of the bits of a text that has this shape.
     *
     * @param half 0 for the high bits, 1 for the low
     */
    static long half(String text, int shape, int half) {
        long bits = 0;
        int group = 0;
        int at = 0;
        while (at < text.length()) {
            if (text.charAt(at) == ':') {
                boolean gap = at + 1 < text.length() && text.charAt(at + 1) == ':';
                group = gap ? GROUPS - shape : group;
                at += gap ? 2 : 1;
                continue;
            }
            int end = endOfHex(text, at);
            if (end < text.length() && text.charAt(end) == '.') {
                return half == 0 ? bits : bits | Ipv4Text.parse(text, at);
            }
            if (group / 4 == half) {
                bits |= group(text, at, end) << shift(group);
            }
            group++;
            at = end;
        }
        return bits;
    }

    private static long group(String text, int from, int end) {
        long value = 0;
        for (int at = from; at < end; at++) {
            value = (value << 4) | hex(text.charAt(at));
        }
        return value;
    }

    /** As RFC 5952 wants it: lower case, no leading zeros, {@code ::} for the first longest run of two or more zero groups. */
    static String format(long high, long low) {
        int gap = 0;
        int gapLength = 1;
        for (int group = 0; group < GROUPS; group++) {
            int zeros = zeros(high, low, group);
            if (zeros > gapLength) {
                gap = group;
                gapLength = zeros;
            }
        }
        StringBuilder text = new StringBuilder(LONGEST);
        for (int group = 0; group < GROUPS; group++) {
            if (gapLength > 1 && group == gap) {
                text.append("::");
                group += gapLength - 1;
                continue;
            }
            if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
                text.append(':');
            }
            text.append(Long.toHexString(group(high, low, group)));
        }
        return text.toString();
    }

    private static int zeros(long high, long low, int from) {
        int group = from;
        while (group < GROUPS && group(high, low, group) == 0) {
            group++;
        }
        return group - from;
    }

    private static long group(long high, long low, int group) {
        return ((group < 4 ? high : low) >>> shift(group)) & 0xffff;
    }

    /** Where a group stands in its half. */
    private static int shift(int group) {
        return 48 - group % 4 * 16;
    }
}
