package io.sluice.server.gateway.upstream;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How many connections to one target are open, over all event loops, and which requests wait for one. A loop that uses a free connection of its own again does not come here; it only asks, by one volatile
 * read, whether anything waits. Everything else happens under the lock of the {@link ConnectionBudget}, and is as rare as opening a connection.
 *
 * <p>Requests wait in the order in which they came. A connection that becomes free goes to the oldest request of its own loop, since others cannot use it; but if a request of another loop has waited
 * clearly longer, the connection is closed, and its slot goes there. So no loop starves, and in the long run each has as many connections as it needs.
 */
public final class ConnectionSlots {
    private static final long CLEARLY_LONGER_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** What becomes of a connection that is free. */
    public enum Free {
        /** Nothing waits for it. */
        KEEP,
        /** A request of its loop has it now. */
        USED,
        /** A request of another loop waits for its slot. */
        CLOSE,
        /** The same, and that loop has no connection of its own. */
        CLOSE_SOON
    }

    enum Asked {
        GRANTED,
        QUEUED,
        FULL
    }

    private final ConnectionBudget budget;
    private volatile ConnectionLimits limits;
    // All guarded by the budget.
    private final ArrayDeque<SlotRequest> queue = new ArrayDeque<>();
    private int open;

    ConnectionSlots(ConnectionBudget budget, ConnectionLimits limits) {
        this.budget = budget;
        this.limits = limits;
    }

    /** For targets without a limit. */
    public static ConnectionSlots unlimited() {
        return new ConnectionSlots(new ConnectionBudget(Integer.MAX_VALUE), ConnectionLimits.NONE);
    }

    /** One target of a gateway that has no other. */
    public static ConnectionSlots of(ConnectionLimits limits) {
        return new ConnectionSlots(new ConnectionBudget(Integer.MAX_VALUE), limits);
    }

    ConnectionLimits limits() {
        return limits;
    }

    /** From now on. Connections beyond a lower limit stay until they are closed. */
    void limits(ConnectionLimits other) {
        limits = other;
        budget.serve();
    }

    /** Connections that are open, or being opened. */
    public int open() {
        synchronized (budget) {
            return open;
        }
    }

    /** Requests that wait for one. */
    public int waiting() {
        synchronized (budget) {
            return queue.size();
        }
    }

    /** Whether only a connection to this target can make room for another. */
    boolean isFull() {
        synchronized (budget) {
            return open >= limits.connections();
        }
    }

    Asked ask(SlotRequest request) {
        synchronized (budget) {
            budget.knows(request.connections);
            if (queue.isEmpty() && hasRoom()) {
                take();
                return Asked.GRANTED;
            }
            if (queue.size() >= limits.queue()) {
                budget.countRefused();
                return Asked.FULL;
            }
            queue.add(request);
            budget.waits(this);
        }
        budget.askForIdle();
        return Asked.QUEUED;
    }

    private boolean hasRoom() {
        return open < limits.connections() && budget.hasRoom();
    }

    /** Under the budget's lock. */
    void take() {
        open++;
        budget.take();
    }

    void release() {
        synchronized (budget) {
            open--;
            budget.release();
        }
        budget.serve();
    }

    /** False if it waits no longer. */
    boolean remove(SlotRequest request) {
        synchronized (budget) {
            boolean waited = queue.removeFirstOccurrence(request);
            if (waited) {
                budget.waitsNoMore(this);
            }
            return waited;
        }
    }

    void countRefused() {
        synchronized (budget) {
            budget.countRefused();
        }
    }

    /** Under the budget's lock: the request that has waited longest, if there is room for its connection at this target. */
    @Nullable
    SlotRequest servable() {
        return open < limits.connections() ? queue.peek() : null;
    }

    /** Under the budget's lock. */
    boolean hasQueue() {
        return !queue.isEmpty();
    }

    /** Under the budget's lock. */
    SlotRequest poll() {
        SlotRequest first = queue.remove();
        budget.waitsNoMore(this);
        return first;
    }

    /** Whether {@link #free} may say something else than to keep a connection. */
    public boolean isWanted() {
        return budget.isAnythingWaiting();
    }

    /** Whose turn it is for a connection among these that has just become free: on their loop. Where one of their own requests gets it, that one looks for it now. */
    public Free free(IdleConnections connections) {
        SlotRequest next;
        synchronized (budget) {
            SlotRequest oldest = queue.peek();
            if (oldest == null) {
                return budget.isExhausted() ? Free.CLOSE : Free.KEEP;
            }
            next = oldestOf(connections);
            if (next == null || next.sinceNanos - oldest.sinceNanos > CLEARLY_LONGER_NANOS) {
                return oldest.alone ? Free.CLOSE_SOON : Free.CLOSE;
            }
            queue.removeFirstOccurrence(next);
            budget.waitsNoMore(this);
        }
        next.use();
        return Free.USED;
    }

    /** Lets the next request of this loop use a connection that has room for several; false if none waits. */
    public boolean shareWith(IdleConnections connections) {
        SlotRequest next;
        synchronized (budget) {
            next = oldestOf(connections);
            if (next == null) {
                return false;
            }
            queue.removeFirstOccurrence(next);
            budget.waitsNoMore(this);
        }
        next.use();
        return true;
    }

    private @Nullable SlotRequest oldestOf(IdleConnections connections) {
        Iterator<SlotRequest> all = queue.iterator();
        while (all.hasNext()) {
            SlotRequest each = all.next();
            if (each.connections == connections) {
                return each;
            }
        }
        return null;
    }
}
