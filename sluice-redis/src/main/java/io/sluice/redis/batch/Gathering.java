package io.sluice.redis.batch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/**
 * Makes batches of those who wait, in the order they came. Requests of one key for equal permits become one entry. What cannot
 * travel with the first, because it is in another slot or asks other permits of a key that is there already, goes first next time.
 */
final class Gathering {
    private final int most;
    private final Deque<Waiting> held = new ArrayDeque<>();

    Gathering(int most) {
        this.most = most;
    }

    /** A batch: for each entry who waits for it. Empty if nobody does. */
    List<List<Waiting>> next(Queue<Waiting> queue) {
        Map<String, List<Waiting>> entries = new LinkedHashMap<>();
        Set<String> later = new HashSet<>();
        Deque<Waiting> notNow = new ArrayDeque<>();
        int slot = -1;
        for (int taken = 0; taken < most; ) {
            Waiting one = held.isEmpty() ? queue.poll() : held.poll();
            if (one == null) {
                break;
            }
            slot = slot < 0 ? one.slot : slot;
            List<Waiting> same = entries.get(one.key);
            boolean fits = one.slot == slot && (same == null || same.get(0).permits == one.permits);
            if (!fits || later.contains(one.key)) {
                later.add(one.key);
                notNow.add(one);
                if (notNow.size() >= most) {
                    break;
                }
                continue;
            }
            if (same == null) {
                same = new ArrayList<>(1);
                entries.put(one.key, same);
            }
            same.add(one);
            taken++;
        }
        while (!notNow.isEmpty()) {
            held.addFirst(notNow.pollLast());
        }
        return List.copyOf(entries.values());
    }
}
