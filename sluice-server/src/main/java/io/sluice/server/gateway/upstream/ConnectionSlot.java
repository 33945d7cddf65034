package io.sluice.server.gateway.upstream;

import io.netty.channel.Channel;
import java.util.concurrent.atomic.AtomicBoolean;

/** The right to one connection, until it is closed. Safe for many threads. */
public final class ConnectionSlot {
    private final ConnectionSlots target;
    private final AtomicBoolean released = new AtomicBoolean();

    ConnectionSlot(ConnectionSlots target) {
        this.target = target;
    }

    /** Released when this connection is closed, or was never opened. */
    @SuppressWarnings("FutureReturnValueIgnored") // there is nothing to do when the listener is there
    public void heldBy(Channel channel) {
        channel.closeFuture().addListener(closed -> release());
    }

    /** A second time nothing happens. */
    public void release() {
        if (released.compareAndSet(false, true)) {
            target.release();
        }
    }
}
