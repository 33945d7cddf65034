package io.sluice.core.table;

import java.security.SecureRandom;

/**
 * A keyed 64-bit hash: without the seed nobody can aim two keys at one counter.
 *
 * <p>Words are folded two at a time by a 128-bit multiplication, as in wyhash. Each kind of key starts from a different
 * constant and ends with its length, so that no String equals a long or bytes.
 *
 * <p>A product does not tell which factor was which, and is 0 if either is. So where both are of the caller's choosing, each is hidden by a secret of its own, neither of
 * which follows from the other without the seed: hidden by the seed on both sides, two keys could be written that change places whatever the seed is.
 */
public final class Hashing {
    private static final long K0 = 0x9E3779B97F4A7C15L;
    private static final long K1 = 0xD1B54A32D192ED03L;
    private static final long K2 = 0xBF58476D1CE4E5B9L;
    private static final long STRING = 0x8CB92BA72F3D8DD7L;
    private static final long LONG = 0xABC98388FB8FAC03L;
    private static final long BYTES = 0xE7037ED1A0B428DBL;

    /** The seed of this process. */
    public static final long PROCESS_SEED = new SecureRandom().nextLong();

    private Hashing() {}

    /**
     * Sixteen characters a round, in two halves that do not wait for each other, then eight, the rest by a switch. Written out, because a loop over the rest costs more than the rounds; and
     * so large that it is called, not inlined: where it is inlined, its callers grow too large to be.
     */
    @SuppressWarnings("fallthrough") // that is the point of it
    public static long of(String s, long seed) {
        int length = s.length();
        long left = seed ^ STRING;
        long right = seed ^ K2;
        long other = seed * K1;
        int i = 0;
        for (; i + 16 <= length; i += 16) {
            left = fold(four(s, i) ^ left, four(s, i + 4) ^ other);
            right = fold(four(s, i + 8) ^ right, four(s, i + 12) ^ other);
        }
        if ((length & 8) != 0) {
            left = fold(four(s, i) ^ left, four(s, i + 4) ^ other);
            i += 8;
        }
        long a = 0;
        long b = 0;
        switch (length & 7) {
            case 7:
                b |= (long) s.charAt(i + 6) << 32;
            // fall through
            case 6:
                b |= (long) s.charAt(i + 5) << 16;
            // fall through
            case 5:
                b |= s.charAt(i + 4);
            // fall through
            case 4:
                a |= (long) s.charAt(i + 3) << 48;
            // fall through
            case 3:
                a |= (long) s.charAt(i + 2) << 32;
            // fall through
            case 2:
                a |= (long) s.charAt(i + 1) << 16;
            // fall through
            case 1:
                a |= s.charAt(i);
                right = fold(a ^ right, b ^ other);
            // fall through
            default:
                return fold(left ^ length, right ^ K0);
        }
    }

    private static long four(String s, int i) {
        return s.charAt(i) | (long) s.charAt(i + 1) << 16 | (long) s.charAt(i + 2) << 32 | (long) s.charAt(i + 3) << 48;
    }

    public static long of(long value, long seed) {
        return finish(seed ^ LONG, value, 0, 8, seed);
    }

    public static long of(byte[] bytes, long seed) {
        return of(bytes, 0, bytes.length, seed);
    }

    /** Of a part of an array: the same as of an array of only that. */
    public static long of(byte[] bytes, int from, int to, long seed) {
        long h = seed ^ BYTES;
        long word = 0;
        int length = to - from;
        for (int i = 0; i < length; i++) {
            word = word << 8 | (bytes[from + i] & 0xff);
            if ((i & 7) == 7) {
                h = fold(word ^ h, K0 ^ seed);
                word = 0;
            }
        }
        return finish(h, word, 0, length, seed);
    }

    private static long finish(long h, long a, long b, long length, long seed) {
        long folded = fold(a ^ h, b ^ K1 ^ seed);
        return fold(folded ^ length, K0 ^ h);
    }

    private static long fold(long a, long b) {
        return a * b ^ Math.multiplyHigh(a, b);
    }
}
