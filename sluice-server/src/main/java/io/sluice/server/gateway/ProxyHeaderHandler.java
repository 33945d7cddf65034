package io.sluice.server.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.sluice.http.client.ProxyProtocol;
import io.sluice.rules.list.Address;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The first bytes of a connection from a load balancer: who is connected to it. Without them in time, or with others, the connection is closed. */
@SuppressWarnings("FutureReturnValueIgnored") // nothing depends on when a connection has been closed
final class ProxyHeaderHandler extends ByteToMessageDecoder {
    private final int millis;
    private final Consumer<@Nullable Address> then;
    private @Nullable ScheduledFuture<?> timeout;

    /**
     * For one connection.
     *
     * @param then adds what comes behind this handler, for a client that was named, or null
     */
    ProxyHeaderHandler(int millis, Consumer<@Nullable Address> then) {
        this.millis = millis;
        this.then = then;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        timeout = ctx.executor().schedule(() -> ctx.close(), millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event == Draining.NOW) {
            ctx.close();
        }
        super.userEventTriggered(ctx, event);
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        ByteBuffer bytes = in.nioBuffer();
        ProxyProtocol.Result result = ProxyProtocol.read(bytes);
        if (result instanceof ProxyProtocol.Header header) {
            in.skipBytes(bytes.position());
            then.accept(header.client());
            ctx.pipeline().remove(this);
        } else if (result instanceof ProxyProtocol.Malformed) {
            in.skipBytes(in.readableBytes());
            ctx.close();
        }
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext ctx) {
        if (timeout != null) {
            timeout.cancel(false);
        }
    }
}
