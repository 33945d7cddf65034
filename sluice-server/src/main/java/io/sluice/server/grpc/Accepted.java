package io.sluice.server.grpc;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MaxMessagesRecvByteBufAllocator;
import io.netty.channel.local.LocalServerChannel;
import io.netty.util.concurrent.AbstractEventExecutorGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;

/** Event loops that connections are on already: to be registered they need nothing. */
final class Accepted extends AbstractEventExecutorGroup implements EventLoopGroup {
    private final EventLoopGroup loops;
    private final LocalServerChannel listening = new LocalServerChannel();

    Accepted(EventLoopGroup loops) {
        this.loops = loops;
    }

    /** The socket that seems to accept what is handed over. */
    LocalServerChannel listening() {
        return listening;
    }

    /** Called on the connection's event loop. Nothing more is read from it until its new pipeline stands. */
    void hand(Channel connection, ByteBuf read) {
        connection.config().setAutoRead(false);
        readOnceBeforeAnswering(connection);
        listening.eventLoop().execute(() -> {
            connection.pipeline().addFirst(new Gathering(), new UnfinishedCalls());
            listening.pipeline().fireChannelRead(connection);
            connection.eventLoop().execute(() -> goOn(connection, read));
        });
    }

    /** While answers are on their way, others are made: read again and again, a client would hear nothing until it has nothing more to say. */
    private static void readOnceBeforeAnswering(Channel connection) {
        if (connection.config().getRecvByteBufAllocator() instanceof MaxMessagesRecvByteBufAllocator reads) {
            reads.maxMessagesPerRead(1);
        }
    }

    private static void goOn(Channel connection, ByteBuf read) {
        connection.pipeline().fireChannelRead(read);
        connection.pipeline().fireChannelReadComplete();
        connection.config().setAutoRead(true);
    }

    @Override
    public EventLoop next() {
        return loops.next();
    }

    @Override
    public Iterator<EventExecutor> iterator() {
        return loops.iterator();
    }

    @Override
    public ChannelFuture register(Channel channel) {
        return channel.newSucceededFuture();
    }

    @Override
    public ChannelFuture register(ChannelPromise promise) {
        return promise.setSuccess();
    }

    @Override
    @Deprecated
    @SuppressWarnings("InlineMeSuggester") // nobody here calls it
    public ChannelFuture register(Channel channel, ChannelPromise promise) {
        return promise.setSuccess();
    }

    @Override
    public boolean isShuttingDown() {
        return loops.isShuttingDown();
    }

    /** They are not gRPC's alone. */
    @Override
    public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
        return terminationFuture();
    }

    @Override
    @Deprecated
    public void shutdown() {}

    @Override
    public Future<?> terminationFuture() {
        return loops.terminationFuture();
    }

    @Override
    public boolean isShutdown() {
        return loops.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return loops.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return loops.awaitTermination(timeout, unit);
    }
}
