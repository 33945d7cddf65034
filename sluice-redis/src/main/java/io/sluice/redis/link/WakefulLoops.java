package io.sluice.redis.link;

import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.lettuce.core.resource.Transports;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.EventExecutorGroup;
import java.nio.channels.spi.SelectorProvider;

/** Lettuce's event loops, made {@link Wakeful} where they are of a kind that can be told so. */
final class WakefulLoops extends DefaultEventLoopGroupProvider {
    private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

    private final SelectStrategyFactory wakeful;

    WakefulLoops(Awaited awaited, AwakeTime awakeTime) {
        super(THREADS);
        this.wakeful = () -> new Wakeful(awaited, awakeTime);
    }

    @Override
    protected <T extends EventLoopGroup> EventExecutorGroup doCreateEventLoopGroup(
            Class<T> type, int threads, io.lettuce.core.resource.ThreadFactoryProvider factory) {
        if (type != MultiThreadIoEventLoopGroup.class) {
            return super.doCreateEventLoopGroup(type, threads, factory);
        }
        // By name: its class may not be there.
        return switch (Transports.socketChannelClass().getSimpleName()) {
            case "NioSocketChannel" ->
                group(NioIoHandler.newFactory(SelectorProvider.provider(), wakeful), threads, factory);
            case "EpollSocketChannel" -> group(EpollIoHandler.newFactory(0, wakeful), threads, factory);
            default -> super.doCreateEventLoopGroup(type, threads, factory);
        };
    }

    private static EventExecutorGroup group(
            IoHandlerFactory io, int threads, io.lettuce.core.resource.ThreadFactoryProvider factory) {
        return new MultiThreadIoEventLoopGroup(threads, factory.getThreadFactory("sluice-redis"), io);
    }
}
