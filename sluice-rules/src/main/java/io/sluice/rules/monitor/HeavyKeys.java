package io.sluice.rules.monitor;

import java.util.HashMap;
import java.util.Map;

/**
 * Which keys came most often, in memory for {@code capacity} of them: Space-Saving, by Metwally, Agrawal and El Abbadi (2005).
 *
 * <p>A key that is not known takes the place of the one with the least count, and its count, which is its error from then on. So a
 * count is never too low, is too high by its error at most, and no error is above additions / capacity; a key that came more often
 * than that is known for certain. Not thread-safe.
 */
final class HeavyKeys {
    private final int capacity;
    private final Map<String, Entry> entries;
    /** Those of the map, for looking for the least. */
    private final Entry[] places;

    private static final class Entry {
        String key;
        long count;
        long error;

        Entry(String key) {
            this.key = key;
        }
    }

    HeavyKeys(int capacity) {
        this.capacity = capacity;
        this.entries = new HashMap<>(capacity * 2);
        this.places = new Entry[capacity];
    }

    void add(String key) {
        Entry entry = entries.get(key);
        if (entry == null) {
            entry = entries.size() < capacity ? fresh(key) : instead(key);
        }
        entry.count++;
    }

    private Entry fresh(String key) {
        Entry entry = new Entry(key);
        places[entries.size()] = entry;
        entries.put(key, entry);
        return entry;
    }

    private Entry instead(String key) {
        Entry least = places[0];
        for (Entry entry : places) {
            if (entry.count < least.count) {
                least = entry;
            }
        }
        entries.remove(least.key);
        least.key = key;
        least.error = least.count;
        entries.put(key, least);
        return least;
    }

    /** Adds what is known to a sum of several. */
    void addTo(Map<String, Report.LimitedKey> sums) {
        entries.forEach((key, entry) -> sums.merge(
                key,
                new Report.LimitedKey(key, entry.count, entry.error),
                (a, b) -> new Report.LimitedKey(key, a.refused() + b.refused(), a.error() + b.error())));
    }
}
