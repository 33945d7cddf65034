package io.sluice.server.api;

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How long a connection may be without a request. Looked at a few times a minute, since a timer for each request would cost more than being exact is worth. Used on its event loop only.
 */
final class ApiPatience {
    private static final int TICK_SECONDS = 15;
    /** Proxies close theirs sooner. */
    private static final int MOST_IDLE_TICKS = 8;

    private final BooleanSupplier idle;
    private int ticks;
    private @Nullable Future<?> next;

    ApiPatience(BooleanSupplier idle) {
        this.idle = idle;
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

    /** A request has begun. */
    void renew() {
        ticks = 0;
    }

    private void tick(ChannelHandlerContext ctx) {
        if (!ctx.channel().isActive() || ctx.isRemoved()) {
            return;
        }
        if (idle.getAsBoolean() && ++ticks >= MOST_IDLE_TICKS) {
            var unused = ctx.close();
        } else {
            start(ctx);
        }
    }
}
