package io.sluice.rules.monitor;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The keys refused most often in the last ten to twenty minutes. Keys are spread over shards, each with its own lock, so that threads that refuse
 * different clients seldom meet.
 */
final class LimitedKeys {
    static final int SHARDS = 8;
    static final int KEYS_IN_SHARD = 128;
    private static final int PERIOD_MINUTES = 10;
    private static final int LONGEST_NAME = 200;

    private final Shard[] shards = Stream.generate(Shard::new).limit(SHARDS).toArray(Shard[]::new);

    private static final class Shard {
        private HeavyKeys current = new HeavyKeys(KEYS_IN_SHARD);
        private HeavyKeys before = new HeavyKeys(KEYS_IN_SHARD);
        private long period;

        synchronized void add(String key, long hash, long now) {
            turn(now);
            current.add(key, hash);
        }

        synchronized void addTo(Map<String, Report.LimitedKey> sums, long now) {
            turn(now);
            current.addTo(sums);
            before.addTo(sums);
        }

        private void turn(long now) {
            if (now != period) {
                before = now == period + 1 ? current : new HeavyKeys(KEYS_IN_SHARD);
                current = new HeavyKeys(KEYS_IN_SHARD);
                period = now;
            }
        }
    }

    /** The part of a key that is kept. */
    static String name(String key) {
        return key.length() <= LONGEST_NAME ? key : key.substring(0, LONGEST_NAME);
    }

    /** With the name's {@link HeavyKeys#hash}. */
    void add(String name, long hash, long minute) {
        shards[(int) hash & (SHARDS - 1)].add(name, hash, minute / PERIOD_MINUTES);
    }

    List<Report.LimitedKey> report(long minute, int most) {
        Map<String, Report.LimitedKey> sums = new HashMap<>();
        for (Shard shard : shards) {
            shard.addTo(sums, minute / PERIOD_MINUTES);
        }
        return sums.values().stream()
                .sorted(Comparator.comparingLong(Report.LimitedKey::refused)
                        .reversed()
                        .thenComparing(Report.LimitedKey::key))
                .limit(most)
                .toList();
    }
}
