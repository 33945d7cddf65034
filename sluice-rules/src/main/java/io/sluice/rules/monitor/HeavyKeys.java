package io.sluice.rules.monitor;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Which keys came most often, in memory for {@code capacity} of them: Space-Saving, by Metwally, Agrawal and El Abbadi (2005).
 *
 * <p>A key that is not known takes the place of the one with the least count, and its count, which is its error from then on. So a
 * count is never too low, is too high by its error at most, and no error is above additions / capacity; a key that came more often
 * than that is known for certain. Not thread-safe.
 */
final class HeavyKeys {
    private final Map<String, Integer> places;
    private final String[] keys;
    private final long[] counts;
    private final long[] errors;
    /** No count is below this. Counts only grow, so it does too. */
    private long least;
    /** Where the last key with that count was found; those in front of it are above. */
    private int found;

    HeavyKeys(int capacity) {
        this.places = new HashMap<>(capacity * 2);
        this.keys = new String[capacity];
        this.counts = new long[capacity];
        this.errors = new long[capacity];
    }

    void add(String key) {
        Integer place = places.get(key);
        counts[place == null ? take(key) : place]++;
    }

    private int take(String key) {
        int place = places.size();
        if (place == keys.length) {
            place = leastPlace();
            places.remove(keys[place]);
            errors[place] = counts[place];
        }
        keys[place] = key;
        places.put(key, place);
        return place;
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
        places.forEach((key, place) -> sums.merge(
                key,
                new Report.LimitedKey(key, counts[place], errors[place]),
                (a, b) -> new Report.LimitedKey(key, a.refused() + b.refused(), a.error() + b.error())));
    }
}
