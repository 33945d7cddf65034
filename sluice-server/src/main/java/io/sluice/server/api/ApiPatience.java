package io.sluice.server.api;

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How long a connection waits for its client. Looked at a few times a minute, since a timer for each request would cost more than being exact is worth. Used on its event loop only. */
final class ApiPatience {
    private static final int TICK_SECONDS = 15;

    /** What for. */
    enum Waiting {
        /** Proxies close theirs sooner. */
        FOR_A_REQUEST(8),
        FOR_THE_REST(2),
        /** It is the client that waits, however long. */
        FOR_US(0);

        private final int ticks;

        Waiting(int ticks) {
            this.ticks = ticks;
        }
    }

    private final Supplier<Waiting> waiting;
    private int ticks;
    private @Nullable Future<?> next;

    ApiPatience(Supplier<Waiting> waiting) {
        this.waiting = waiting;
    }

    void start(ChannelHandlerContext ctx) {
        next = ctx.executor().schedule(() -> tick(ctx), TICK_SECONDS, TimeUnit.SECONDS);
    }

    /** What would look after the connection later keeps it in memory until then. */
    void end() {
        if (next != null) {
            var unused = next.cancel(false);
            next = null;
        }
    }

    /** Something has come that was waited for. */
    void renew() {
        ticks = 0;
    }

    private void tick(ChannelHandlerContext ctx) {
        if (!ctx.channel().isActive() || ctx.isRemoved()) {
            return;
        }
        Waiting now = waiting.get();
        if (now != Waiting.FOR_US && ++ticks >= now.ticks) {
            var unused = ctx.close();
        } else {
            start(ctx);
        }
    }
}
