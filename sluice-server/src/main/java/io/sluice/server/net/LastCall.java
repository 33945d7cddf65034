package io.sluice.server.net;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How idle connections end when a server drains. A client may just be sending its next request: closed at once, the connection would be reset, and the client could not know whether its request was served.
 *
 * <p>So a drain has two steps. For {@link #length} idle connections stay, and requests that come are answered, with {@code Connection: close} in HTTP. Then a connection that is still idle is read once more,
 * and told that nothing more comes; what still arrives is read and forgotten, until the client closes too. A client sees an end without any answer, and sends its request again elsewhere.
 */
@SuppressWarnings("FutureReturnValueIgnored") // there is nothing to do when it has closed
public final class LastCall {
    private static final Duration LENGTH = Duration.ofMillis(500);
    private static final int LINGER_MILLIS = 1_000;
    private static final int PATIENCE_SECONDS = 10;
    /** A loop takes some connections each time it looks. */
    private static final int ACCEPTING_ROUNDS = 10;

    private LastCall() {}

    /** So long requests are taken on idle connections; less if the drain is short. */
    public static Duration length(Duration drain) {
        Duration quarter = drain.dividedBy(4);
        return quarter.compareTo(LENGTH) < 0 ? quarter : LENGTH;
    }

    /** Takes no more connections, once those that wait to be taken are: they would be reset. */
    public static void stopAccepting(Channel listening) {
        afterReading(listening, ACCEPTING_ROUNDS, () -> listening.close());
        listening.closeFuture().awaitUninterruptibly(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** On the event loop of a connection: does this after what has arrived by now was read. */
    public static void afterReading(Channel connection, Runnable task) {
        afterReading(connection, 1, task);
    }

    /** A task that is only executed may run before the loop looks at its sockets again; one that is scheduled does not. */
    private static void afterReading(Channel channel, int rounds, Runnable task) {
        channel.eventLoop()
                .schedule(
                        () -> {
                            if (rounds == 1) {
                                task.run();
                            } else {
                                afterReading(channel, rounds - 1, task);
                            }
                        },
                        1,
                        TimeUnit.MILLISECONDS);
    }

    /** Ends a connection in plain text: sends what was written and the end, and takes nothing more. On its event loop. */
    public static void end(Channel connection) {
        if (connection.isActive()) {
            connection.pipeline().addFirst(new Forgetting());
            connection.config().setAutoRead(true);
            Farewell.say(connection);
        }
    }

    /** Reads and forgets what comes, until the other side closes or has had its time. */
    private static final class Forgetting extends ChannelInboundHandlerAdapter {
        private @Nullable Future<?> givingUp;

        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            givingUp = ctx.executor().schedule(() -> close(ctx), LINGER_MILLIS, TimeUnit.MILLISECONDS);
        }

        private static void close(ChannelHandlerContext ctx) {
            ctx.writeAndFlush(Unpooled.EMPTY_BUFFER)
                    .addListener(out -> ctx.channel().close());
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ReferenceCountUtil.release(message);
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event instanceof ChannelInputShutdownEvent) {
                close(ctx);
            }
            ctx.fireUserEventTriggered(event);
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            if (givingUp != null) {
                givingUp.cancel(false);
            }
            ctx.fireChannelInactive();
        }
    }
}
