package io.sluice.rules.monitor;

import io.sluice.core.Key;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Which keys came most often, in memory for {@code capacity} of them: Space-Saving, by Metwally, Agrawal and El Abbadi (2005).
 *
 * <p>A key that is not known takes the place of the one with the least count, and its count, which is its error from then on. So a
 * count is never too low, is too high by its error at most, and no error is above additions / capacity; a key that came more often
 * than that is known for certain. Not thread-safe.
 *
 * <p>Keys are found by a seeded hash: nobody can choose names that are slow to find, as they could in a map of strings.
 */
final class HeavyKeys {
    private static final int NONE = -1;

    private final String[] keys;
    private final long[] counts;
    private final long[] errors;
    private final long[] hashes;
    /** For each part of the hashes the first place with such a key, and for each place the next. */
    private final int[] first;

    private final int[] next;
    private int size;
    /** No count is below this. Counts only grow, so it does too. */
    private long least;
    /** Where the last key with that count was found; those in front of it are above. */
    private int found;

    HeavyKeys(int capacity) {
        this.keys = new String[capacity];
        this.counts = new long[capacity];
        this.errors = new long[capacity];
        this.hashes = new long[capacity];
        this.next = new int[capacity];
        this.first = new int[Integer.highestOneBit(capacity) * 2];
        Arrays.fill(first, NONE);
    }

    static long hash(String key) {
        return Key.and(Key.parts(), key);
    }

    /** With the key's {@link #hash}. */
    void add(String key, long hash) {
        int place = find(key, hash);
        counts[place == NONE ? take(key, hash) : place]++;
    }

    private int find(String key, long hash) {
        int place = first[part(hash)];
        while (place != NONE && !(hashes[place] == hash && keys[place].equals(key))) {
            place = next[place];
        }
        return place;
    }

    /** By bits that do not choose the shard. */
    private int part(long hash) {
        return (int) (hash >>> 32) & (first.length - 1);
    }

    private int take(String key, long hash) {
        int place = size;
        if (size == keys.length) {
            place = leastPlace();
            unlink(place);
            errors[place] = counts[place];
        } else {
            size++;
        }
        keys[place] = key;
        hashes[place] = hash;
        next[place] = first[part(hash)];
        first[part(hash)] = place;
        return place;
    }

    private void unlink(int place) {
        int part = part(hashes[place]);
        if (first[part] == place) {
            first[part] = next[place];
            return;
        }
        int before = first[part];
        while (next[before] != place) {
            before = next[before];
        }
        next[before] = next[place];
    }

    private int leastPlace() {
        while (found < counts.length && counts[found] > least) {
            found++;
        }
        if (found == counts.length) {
            least = LongStream.of(counts).min().orElse(0);
            found = 0;
            return leastPlace();
        }
        return found;
    }

    /** Adds what is known to a sum of several. */
    void addTo(Map<String, Report.LimitedKey> sums) {
        for (int i = 0; i < size; i++) {
            sums.merge(
                    keys[i],
                    new Report.LimitedKey(keys[i], counts[i], errors[i]),
                    (a, b) -> new Report.LimitedKey(a.key(), a.refused() + b.refused(), a.error() + b.error()));
        }
    }
}
