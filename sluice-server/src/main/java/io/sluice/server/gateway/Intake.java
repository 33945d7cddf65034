package io.sluice.server.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/** What comes from a client: taken as far as its connection can do with it now. The rest waits, and nothing more is read until it is taken. */
final class Intake {
    /** Where the bytes go. */
    @FunctionalInterface
    interface Taker {
        /** Takes some; false if the rest has to wait. */
        boolean take(ByteBuf in);
    }

    private final Wire wire;
    private final Taker taker;
    private @Nullable ByteBuf current;
    private @Nullable ByteBuf waiting;

    Intake(Wire wire, Taker taker) {
        this.wire = wire;
        this.taker = taker;
    }

    void add(ByteBuf in) {
        ByteBuf before = waiting;
        if (before == null) {
            take(in);
        } else {
            waiting = Unpooled.wrappedBuffer(before, in);
        }
    }

    private void take(ByteBuf in) {
        current = in;
        while (in.isReadable() && taker.take(in)) {
            // on to what follows
        }
        current = null;
        if (in.isReadable()) {
            waiting = in;
            wire.reading(false);
        } else {
            in.release();
        }
    }

    /** Looks again at what had to wait. */
    void goOn() {
        ByteBuf rest = waiting;
        waiting = null;
        if (rest != null) {
            take(rest);
        }
        if (waiting == null) {
            wire.reading(true);
        }
    }

    /** Whether to take more; not while something waits here. */
    void reading(boolean on) {
        wire.reading(on && waiting == null);
    }

    boolean isHeldUp() {
        return waiting != null;
    }

    /** Bytes that wait. */
    int held() {
        return waiting == null ? 0 : waiting.readableBytes();
    }

    /** Moves all that has come and was not taken. */
    void moveTo(ByteBuf out) {
        if (current != null) {
            out.writeBytes(current);
        }
        if (waiting != null) {
            out.writeBytes(waiting);
        }
        drop();
    }

    void drop() {
        if (waiting != null) {
            waiting.release();
            waiting = null;
        }
    }
}
