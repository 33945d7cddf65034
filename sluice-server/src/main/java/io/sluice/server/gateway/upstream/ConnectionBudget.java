package io.sluice.server.gateway.upstream;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The connections to all targets of a gateway together: how many there may be, and which targets have requests that wait for one. Its lock is that of all {@link ConnectionSlots}. */
final class ConnectionBudget {
    private final int most;
    // All guarded by this.
    private final Set<ConnectionSlots> queues = new HashSet<>();
    private final Map<IdleConnections, AtomicBoolean> askedForIdle = new HashMap<>();
    private int open;
    private long refused;
    /** Changed under the lock. */
    private final AtomicInteger waiting = new AtomicInteger();

    ConnectionBudget(int most) {
        this.most = most;
    }

    synchronized int open() {
        return open;
    }

    int waiting() {
        return waiting.get();
    }

    /** Requests that got no connection. */
    synchronized long refused() {
        return refused;
    }

    boolean isAnythingWaiting() {
        return waiting.get() > 0;
    }

    // Called with the lock held.

    void knows(IdleConnections connections) {
        askedForIdle.computeIfAbsent(connections, first -> new AtomicBoolean());
    }

    boolean hasRoom() {
        return open < most;
    }

    /** Whether some target waits for nothing but a connection of another target. */
    boolean isExhausted() {
        return open >= most && queues.stream().anyMatch(target -> target.servable() != null);
    }

    void take() {
        open++;
    }

    void release() {
        open--;
    }

    void countRefused() {
        refused++;
    }

    void waits(ConnectionSlots target) {
        queues.add(target);
        waiting.incrementAndGet();
    }

    void waitsNoMore(ConnectionSlots target) {
        waiting.decrementAndGet();
        if (!target.hasQueue()) {
            queues.remove(target);
        }
    }

    // Called without.

    /** Gives slots to those that have waited longest, as far as there is room. */
    void serve() {
        if (waiting.get() == 0) {
            return;
        }
        synchronized (this) {
            for (ConnectionSlots next = next(); next != null; next = next()) {
                SlotRequest request = next.poll();
                next.take();
                request.grant(new ConnectionSlot(next));
            }
        }
    }

    private @Nullable ConnectionSlots next() {
        ConnectionSlots longest = null;
        long since = 0;
        for (ConnectionSlots target : hasRoom() ? queues : Set.<ConnectionSlots>of()) {
            SlotRequest first = target.servable();
            if (first != null && (longest == null || first.sinceNanos - since < 0)) {
                longest = target;
                since = first.sinceNanos;
            }
        }
        return longest;
    }

    /** Has loops close connections that they keep for later, as many as there are requests waiting. At most one such wish is under way to each loop. */
    void askForIdle() {
        Map<IdleConnections, AtomicBoolean> all;
        synchronized (this) {
            all = new HashMap<>(askedForIdle);
        }
        all.forEach((connections, asked) -> {
            if (asked.compareAndSet(false, true)) {
                try {
                    connections.loop().execute(() -> {
                        asked.set(false);
                        closeIdle(connections);
                    });
                } catch (RejectedExecutionException loopIsClosed) {
                    asked.set(false);
                }
            }
        });
    }

    private void closeIdle(IdleConnections connections) {
        List<ConnectionSlots> wanting;
        synchronized (this) {
            wanting = List.copyOf(queues);
        }
        for (ConnectionSlots target : wanting) {
            connections.close(target.isFull() ? target : null, target.waiting());
        }
    }
}
