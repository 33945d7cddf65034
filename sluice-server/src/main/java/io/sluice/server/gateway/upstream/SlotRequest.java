package io.sluice.server.gateway.upstream;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A request that has found no free connection and asks for another one. Exactly one of the three ends follows, on the event loop of its connections and perhaps at once, unless {@link #leave} comes
 * before it.
 */
public abstract class SlotRequest {
    final IdleConnections connections;
    /** Its loop has no connection to the target. */
    final boolean alone;

    final long sinceNanos = System.nanoTime();
    private final ConnectionSlots target;
    private @Nullable Future<?> timeout;
    private boolean over;

    /** Asked by the owner of these connections. */
    protected SlotRequest(ConnectionSlots target, IdleConnections connections, boolean alone) {
        this.target = target;
        this.connections = connections;
        this.alone = alone;
    }

    /** A connection may be opened. */
    protected abstract void connect(ConnectionSlot slot);

    /** Among the connections of this loop one has become free. */
    protected abstract void useFree();

    /** Neither came in time, or too many wait already. */
    protected abstract void refused(ConnectionLimitException why);

    /** On the loop. */
    public final void ask() {
        switch (target.ask(this)) {
            case GRANTED -> granted(new ConnectionSlot(target));
            case FULL -> {
                over = true;
                refused(new ConnectionLimitException());
            }
            case QUEUED ->
                timeout = loop().schedule(this::isLate, target.limits().waitMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** The request is not there any more. */
    public final void leave() {
        if (!over) {
            end();
            target.remove(this);
        }
    }

    private void end() {
        over = true;
        if (timeout != null) {
            timeout.cancel(false);
            timeout = null;
        }
    }

    private EventLoop loop() {
        return connections.loop();
    }

    private void isLate() {
        if (!over && target.remove(this)) {
            target.countRefused();
            end();
            refused(new ConnectionLimitException());
        }
    }

    /** It has left the queue with this slot. On any thread. */
    final void grant(ConnectionSlot slot) {
        loop().execute(() -> granted(slot));
    }

    private void granted(ConnectionSlot slot) {
        if (over) {
            slot.release();
        } else {
            end();
            connect(slot);
        }
    }

    /** It has left the queue for a free connection. */
    final void use() {
        if (!over) {
            end();
            useFree();
        }
    }
}
