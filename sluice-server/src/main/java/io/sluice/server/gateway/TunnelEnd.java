package io.sluice.server.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import org.jspecify.annotations.Nullable;

/** What a connection to a target becomes when a {@link Tunnel} goes through it: bytes come and go, and are no requests and answers any more. Used on its event loop only. */
final class TunnelEnd extends ChannelInboundHandlerAdapter {
    final Target target;
    private final Wire wire;
    private final UpstreamTimes times;
    private final Ticks.Deadline deadline;
    /** Null when it has left, and the rest is on its way out. */
    private @Nullable Tunnel tunnel;

    TunnelEnd(Target target, Tunnel tunnel, Wire wire, UpstreamTimes times, Ticks ticks) {
        this.target = target;
        this.tunnel = tunnel;
        this.wire = wire;
        this.times = times;
        this.deadline = ticks.add(wire::close);
        isMoving();
    }

    // What the tunnel does with it.

    void write(ByteBuf bytes) {
        isMoving();
        wire.write(bytes);
    }

    void flush() {
        wire.flush();
    }

    boolean isWritable() {
        return wire.isWritable();
    }

    /** Whether to take more from the target. While nothing is taken it counts as silent. */
    void reading(boolean on) {
        wire.reading(on);
        if (on) {
            isMoving();
        }
    }

    void sendsNoMore() {
        wire.sendsNoMore();
    }

    void closeWhenFlushed() {
        tunnel = null;
        deadline.in(times.idle());
        wire.closeWhenFlushed();
    }

    private void isMoving() {
        if (times.tunnel() > 0) {
            deadline.in(times.tunnel());
        }
    }

    // What happens to it.

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        wire.in(ctx);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            if (tunnel == null) {
                wire.close();
            } else {
                isMoving();
                tunnel.back(in);
            }
        } finally {
            in.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (tunnel != null) {
            tunnel.flushBack();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (tunnel != null) {
            tunnel.targetWritable(isWritable());
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent && tunnel != null) {
            tunnel.targetHasNoMore();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        deadline.remove();
        wire.drop();
        Tunnel through = tunnel;
        tunnel = null;
        if (through != null) {
            through.targetLeft();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        wire.close();
    }
}
