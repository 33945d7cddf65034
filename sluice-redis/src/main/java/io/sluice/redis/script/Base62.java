package io.sluice.redis.script;

import java.math.BigInteger;

/** Digits and letters for hashes in names. */
final class Base62 {
    private static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final BigInteger BASE = BigInteger.valueOf(DIGITS.length());

    private Base62() {}

    /** The last so many digits of the number that the bytes make. */
    static String of(byte[] bytes, int digits) {
        BigInteger rest = new BigInteger(1, bytes);
        char[] text = new char[digits];
        for (int i = digits - 1; i >= 0; i--) {
            BigInteger[] parts = rest.divideAndRemainder(BASE);
            text[i] = DIGITS.charAt(parts[1].intValue());
            rest = parts[0];
        }
        return new String(text);
    }
}
