package io.sluice.server.gateway;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** A request that became a WebSocket: bytes go both ways as they come, until both sides have ended, or one has gone. */
final class Tunnel {
    private final GatewayHandler client;
    private final Wire wire;
    private final RequestNotes notes;
    private @Nullable TunnelEnd link;
    private boolean clientSilent;
    private boolean targetSilent;

    Tunnel(GatewayHandler client, Wire wire, RequestNotes notes) {
        this.client = client;
        this.wire = wire;
        this.notes = notes;
    }

    /** The target has answered 101, so long after it was begun with. What it said behind that is the first to come through. */
    void open(UpstreamConnection to, long nanos, ByteBuf first) {
        to.target.tunnelOpened(nanos);
        link = to.becomeEndOf(this);
        client.becomeTunnel();
        if (first.isReadable()) {
            back(first);
        }
    }

    /** From the client. */
    void forth(ByteBuf in) {
        TunnelEnd to = link;
        if (to == null) {
            in.skipBytes(in.readableBytes());
            return;
        }
        notes.in(in.readableBytes());
        to.write(in.readRetainedSlice(in.readableBytes()));
        if (!to.isWritable()) {
            wire.reading(false);
        }
    }

    /** From the target. */
    void back(ByteBuf in) {
        notes.out(in.readableBytes());
        wire.write(in.readRetainedSlice(in.readableBytes()));
        if (!wire.isWritable() && link != null) {
            link.reading(false);
        }
    }

    void flushForth() {
        if (link != null) {
            link.flush();
        }
    }

    void flushBack() {
        wire.flush();
    }

    void targetWritable(boolean writable) {
        wire.reading(writable);
    }

    void clientWritable(boolean writable) {
        if (link != null) {
            link.reading(writable);
        }
    }

    void clientHasNoMore() {
        clientSilent = true;
        if (link != null) {
            link.sendsNoMore();
        }
        closeSilent();
    }

    void targetHasNoMore() {
        targetSilent = true;
        client.sendsNoMore();
        closeSilent();
    }

    private void closeSilent() {
        if (clientSilent && targetSilent) {
            client.closeWhenFlushed();
            close();
        }
    }

    /** The target has closed its side for good. */
    void targetLeft() {
        client.closeWhenFlushed();
        end();
    }

    /** The client has closed its side for good. */
    void close() {
        if (link != null) {
            link.closeWhenFlushed();
            end();
        }
    }

    private void end() {
        TunnelEnd to = link;
        link = null;
        if (to != null) {
            to.target.tunnelClosed();
            notes.conclude();
        }
    }
}
