package io.sluice.rules.plan;

import io.sluice.core.table.Hashing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Plans by value, without the values: 80 bits of hash and the number of the plan in 12 bytes, in an open table that is
 * three quarters full. So a million lines take 16 MB, however long the values are.
 *
 * <p>A value that is not in the table is taken for one of a million that are with a probability of 10^-18; the hash is keyed, so nobody can look for such a value
 * other than by asking.
 */
final class PlanTable {
    private static final int MOST_PLANS = 0xffff;
    private static final int MOST_SLOTS = 1 << 30;
    private static final long OTHER = 0x9E37_79B9_7F4A_7C15L;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> plans = new ArrayList<>();
    /** 0 is an empty slot. */
    private long[] hashes = new long[16];
    /** 16 bits of another hash of the value, then the number of the plan. */
    private int[] rests = new int[16];

    private int size;

    /**
     * Adds a value.
     *
     * @throws IllegalArgumentException if it is there with another plan
     */
    void put(String value, String plan) {
        int rest = check(value) << 16 | number(plan);
        if ((size + 1L) * 4 > hashes.length * 3L) {
            grow();
        }
        long hash = hash(value);
        int slot = slot(hash, rest);
        if (hashes[slot] == 0) {
            hashes[slot] = hash;
            rests[slot] = rest;
            size++;
        } else if (rests[slot] != rest) {
            throw new IllegalArgumentException("this value stands further up with plan "
                    + plans.get(rests[slot] & MOST_PLANS) + "; remove one of the two");
        }
    }

    private int number(String plan) {
        Integer known = numbers.get(plan);
        if (known != null) {
            return known;
        }
        if (plans.size() > MOST_PLANS) {
            throw new IllegalArgumentException("more than " + (MOST_PLANS + 1) + " different plans");
        }
        plans.add(plan);
        numbers.put(plan, plans.size() - 1);
        return plans.size() - 1;
    }

    private void grow() {
        if (hashes.length >= MOST_SLOTS) {
            throw new IllegalArgumentException("more than " + size + " values");
        }
        resize(hashes.length * 2);
    }

    /** Gives back what it does not need, once everything is in it. */
    void trim() {
        resize(size + size / 3 + 2);
    }

    private void resize(int slots) {
        long[] oldHashes = hashes;
        int[] oldRests = rests;
        hashes = new long[slots];
        rests = new int[slots];
        for (int i = 0; i < oldHashes.length; i++) {
            if (oldHashes[i] != 0) {
                int slot = slot(oldHashes[i], oldRests[i]);
                hashes[slot] = oldHashes[i];
                rests[slot] = oldRests[i];
            }
        }
    }

    /** Where this value is, or the empty slot where it would be. */
    private int slot(long hash, int rest) {
        int slot = (int) (((hash >>> 32) * hashes.length) >>> 32);
        while (hashes[slot] != 0 && !(hashes[slot] == hash && rests[slot] >>> 16 == rest >>> 16)) {
            slot = slot + 1 == hashes.length ? 0 : slot + 1;
        }
        return slot;
    }

    @Nullable
    String get(String value) {
        long hash = hash(value);
        int slot = slot(hash, check(value) << 16);
        return hashes[slot] == 0 ? null : plans.get(rests[slot] & MOST_PLANS);
    }

    int size() {
        return size;
    }

    private static long hash(String value) {
        long hash = Hashing.of(value, Hashing.PROCESS_SEED);
        return hash == 0 ? 1 : hash;
    }

    private static int check(String value) {
        return (int) (Hashing.of(value, Hashing.PROCESS_SEED ^ OTHER) >>> 48);
    }
}
