package io.sluice.server.bounds;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What one connection holds of requests that are not whole, and since when it waits for the rest. Used on the event loop of the connection. Where requests come whole, {@link #hold} and
 * {@link #settled} compare a field.
 */
public final class Account {
    private final DoorBounds door;
    private final ByteBudget budget;
    private final EventExecutor loop;
    private final Refusal refusal;
    /** Written on the loop only, and under the lock where it matters to others. */
    private volatile int held;

    private boolean leaving;
    private boolean due;
    /** Whether the connection is about to end, so that it is no request that is late. */
    private boolean ending;

    private long dueAt;
    private @Nullable Future<?> check;
    private boolean closed;

    Account(DoorBounds door, ByteBudget budget, EventExecutor loop, Refusal refusal) {
        this.door = door;
        this.budget = budget;
        this.loop = loop;
        this.refusal = refusal;
    }

    /** The bytes that are held from now on. May call {@link Refusal#refuse} before it returns. */
    public void hold(int bytes) {
        if (bytes != held && !closed) {
            change(bytes);
        }
    }

    private void change(int bytes) {
        int before = held;
        if (before == 0) {
            budget.opened(this);
        }
        synchronized (this) {
            held = bytes;
            if (leaving) {
                budget.changedLeaving(bytes - before);
                leaving = bytes > 0;
            }
        }
        if (bytes == 0) {
            budget.emptied(this);
        }
        budget.changed(this, bytes - before);
    }

    /** A request has begun whose rest has to come in time; what was waited for before has come. */
    public void due() {
        if (door.patienceNanos() > 0) {
            due(now());
        }
    }

    /** As {@link #due()}, with the time of {@link #now} at which the request began. */
    public void due(long since) {
        if (door.patienceNanos() == 0 || closed) {
            return;
        }
        due = true;
        dueAt = since + door.patienceNanos();
        if (check == null) {
            check = loop.schedule(this::check, dueAt - now(), TimeUnit.NANOSECONDS);
        }
    }

    /** The last answer is on its way, and has to be taken in the time that a request has. */
    public void ending() {
        if (!ending) {
            ending = true;
            due();
        }
    }

    /** The time of the event loop, in nanoseconds. */
    public long now() {
        return loop.ticker().nanoTime();
    }

    /** Whether the rest of a request is waited for. */
    public boolean isDue() {
        return due;
    }

    /** The client owes nothing. */
    public void settled() {
        due = false;
    }

    /** The connection has gone. */
    public void close() {
        hold(0);
        closed = true;
        due = false;
        if (check != null) {
            check.cancel(false);
            check = null;
        }
    }

    /** One check serves all requests that begin before it runs. */
    private void check() {
        check = null;
        if (!due) {
            return;
        }
        long left = dueAt - now();
        if (left > 0) {
            check = loop.schedule(this::check, left, TimeUnit.NANOSECONDS);
        } else {
            due = false;
            if (!ending) {
                door.countLate();
            }
            refusal.refuse(Refusal.Cause.TOO_LATE);
        }
    }

    int held() {
        return held;
    }

    /** Whether it is to go, and was not before. Called by any thread. */
    synchronized boolean markLeaving() {
        if (leaving || held == 0) {
            return false;
        }
        leaving = true;
        budget.changedLeaving(held);
        return true;
    }

    void leaveNow() {
        markLeaving();
        leave();
    }

    /** Called by any thread. */
    void tellToLeave() {
        if (loop.inEventLoop()) {
            leave();
        } else {
            loop.execute(this::leave);
        }
    }

    private void leave() {
        synchronized (this) {
            if (!leaving) {
                return; // the request has become whole meanwhile
            }
        }
        door.countLarge();
        refusal.refuse(Refusal.Cause.TOO_LARGE);
    }
}
