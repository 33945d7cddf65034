package io.sluice.rules.monitor;

import io.sluice.core.table.Hashing;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Clients that have been seen, by hash, in a table of fixed size: sets of four, where a newcomer takes the place of the one that was
 * active in the fewest minutes. So a flood of clients that come once does not wash out those that come all day.
 */
final class Acquaintances {
    static final int SETS = 8_192;
    private static final int WAYS = 4;
    private static final int LOCKS = 64;
    private static final int FORGOTTEN_MINUTES = 24 * 60;

    private final @Nullable Entry[] entries = new Entry[SETS * WAYS];
    private final Object[] locks = Stream.generate(Object::new).limit(LOCKS).toArray();

    private static final class Entry {
        long hash;
        long firstMinute;
        long lastMinute;
        int activeMinutes;
        long samples;
        long allowed;
        long refused;

        void begin(long client, long minute) {
            hash = client;
            firstMinute = minute;
            lastMinute = minute;
            activeMinutes = 1;
            samples = 0;
            allowed = 0;
            refused = 0;
        }

        void allow(long minute, int weight) {
            if (minute > lastMinute) {
                lastMinute = minute;
                activeMinutes++;
            }
            samples++;
            allowed += weight;
        }

        int worth(long minute) {
            return minute - lastMinute > FORGOTTEN_MINUTES ? 0 : activeMinutes;
        }
    }

    /** A request was allowed; it stands for {@code weight} of them. */
    void allowed(String client, long minute, int weight) {
        long hash = hash(client);
        int set = set(hash);
        synchronized (lock(set)) {
            Entry known = find(set, hash);
            Entry entry = known == null ? place(set, minute) : known;
            if (known == null) {
                entry.begin(hash, minute);
            }
            entry.allow(minute, weight);
        }
    }

    static long hash(String client) {
        return Hashing.of(client, Hashing.PROCESS_SEED);
    }

    /** A request of the client with this {@link #hash} was refused. Null if the client is not known: then it is not from now on either. */
    @Nullable
    Acquaintance refused(long hash) {
        int set = set(hash);
        synchronized (lock(set)) {
            Entry entry = find(set, hash);
            if (entry == null) {
                return null;
            }
            entry.refused++;
            return new Acquaintance(
                    entry.firstMinute,
                    entry.lastMinute,
                    entry.activeMinutes,
                    entry.samples,
                    entry.allowed,
                    entry.refused);
        }
    }

    private static int set(long hash) {
        return (int) (hash >>> 32) & (SETS - 1);
    }

    private Object lock(int set) {
        return locks[set & (LOCKS - 1)];
    }

    private @Nullable Entry find(int set, long hash) {
        for (int i = set * WAYS; i < (set + 1) * WAYS; i++) {
            Entry entry = entries[i];
            if (entry != null && entry.hash == hash) {
                return entry;
            }
        }
        return null;
    }

    private Entry place(int set, long minute) {
        Entry least = null;
        for (int i = set * WAYS; i < (set + 1) * WAYS; i++) {
            Entry entry = entries[i];
            if (entry == null) {
                entry = new Entry();
                entries[i] = entry;
                return entry;
            }
            if (least == null || entry.worth(minute) < least.worth(minute)) {
                least = entry;
            }
        }
        return java.util.Objects.requireNonNull(least);
    }
}
