package io.sluice.server.resp;

/** Numbers in bytes: those of the protocol, and those of arguments. */
final class Digits {
    /** In place of a number where there is none. */
    static final long NONE = Long.MIN_VALUE;

    private Digits() {}

    /** As the protocol counts: without a plus sign, without zeros in front. */
    static long ofProtocol(byte[] bytes, int from, int to) {
        if (from == to) {
            return NONE;
        }
        int first = bytes[from] == '-' ? from + 1 : from;
        boolean plain = first < to && (bytes[first] != '0' || (first == from && to - first == 1));
        return plain && bytes[first] != '+' ? ofArgument(bytes, from, to) : NONE;
    }

    /** A decimal number of 64 bits; the least of them counts as none. */
    static long ofArgument(byte[] bytes, int from, int to) {
        int at = from;
        boolean negative = at < to && bytes[at] == '-';
        if (negative || (at < to && bytes[at] == '+')) {
            at++;
        }
        if (at == to) {
            return NONE;
        }
        long value = 0;
        for (; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9 || value > (Long.MAX_VALUE - digit) / 10) {
                return NONE;
            }
            value = value * 10 + digit;
        }
        return negative ? -value : value;
    }
}
