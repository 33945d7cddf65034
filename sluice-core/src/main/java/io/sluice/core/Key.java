package io.sluice.core;

import io.sluice.core.table.Hashing;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is counted by, hashed once: for keys that are asked about again and again.
 *
 * <p>Keys of different kinds never meet: {@code Key.of(1)}, {@code Key.of("1")} and {@code Key.of(new byte[] {'1'})} are three.
 * A String given to a verb directly is the same key as {@code Key.of} of it.
 */
public final class Key {
    /** Longest key, in characters or bytes. */
    public static final int LONGEST = 65_536;

    private static final long PARTS = Hashing.of("parts", Hashing.PROCESS_SEED);

    /** Parts that were hashed already. */
    private record Joined(long hash) {}

    private final Object value;
    private final long hash;

    private Key(Object value) {
        this.value = value;
        this.hash = hashOf(value, Hashing.PROCESS_SEED);
    }

    public static Key of(String value) {
        return new Key(checked(value));
    }

    public static Key of(long value) {
        return new Key(value);
    }

    /** The bytes are copied. */
    public static Key of(byte[] value) {
        Objects.requireNonNull(value, "key");
        checkLength(value.length);
        return new Key(value.clone());
    }

    /** What a key of several parts begins with: see {@link #and}. */
    public static long parts() {
        return PARTS;
    }

    /** The same under the seed of an earlier process. */
    static long parts(long seed) {
        return Hashing.of("parts", seed);
    }

    /**
     * Hashes a key of several parts one after the other, without putting them together: {@code ofParts(and(and(parts(), "a"), "b"))}. No two different
     * lists of parts are one key. For this process only: what is saved to a file is not found again by such keys.
     */
    public static long and(long before, String part) {
        return Hashing.of(checked(part), before);
    }

    /** A part that is a number; never the same as one that is text. */
    public static long and(long before, long part) {
        return Hashing.of(part, before);
    }

    /** The key whose parts were hashed. */
    public static Key ofParts(long hash) {
        return new Key(new Joined(hash));
    }

    /** The hash under a limiter's seed: the one made here, unless the limiter's is an earlier process's. */
    long hash(long seed) {
        return seed == Hashing.PROCESS_SEED ? hash : hashOf(value, seed);
    }

    static long hash(String key, long seed) {
        return Hashing.of(checked(key), seed);
    }

    static String checked(@Nullable String key) {
        if (key == null) {
            throw new NullPointerException("key is null; to count all together, use one constant key");
        }
        checkLength(key.length());
        return key;
    }

    private static void checkLength(int length) {
        if (length > LONGEST) {
            throw new IllegalArgumentException("key of " + length + " characters; the longest is " + LONGEST);
        }
    }

    private static long hashOf(Object value, long seed) {
        if (value instanceof String text) {
            return Hashing.of(text, seed);
        }
        if (value instanceof Joined joined) {
            return joined.hash;
        }
        return value instanceof byte[] bytes ? Hashing.of(bytes, seed) : Hashing.of((long) (Long) value, seed);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Key other && Objects.deepEquals(value, other.value);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(hash);
    }

    @Override
    public String toString() {
        return value instanceof byte[] bytes ? Arrays.toString(bytes) : value.toString();
    }
}
