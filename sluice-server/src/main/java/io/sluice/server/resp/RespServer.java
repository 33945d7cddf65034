package io.sluice.server.resp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.sluice.core.Store;
import io.sluice.server.bounds.DoorBounds;
import io.sluice.server.net.Door;
import io.sluice.server.net.LastCall;
import io.sluice.server.net.Loops;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Answers Redis clients: {@code CL.THROTTLE} as redis-cell does, and what they need to connect. */
public final class RespServer implements Door {
    private static final int BACKLOG = 1024;
    /** As Redis says it. */
    private static final byte[] TOO_MANY = "-ERR max number of clients reached\r\n".getBytes(US_ASCII);

    private final Cells cells;
    private final Commands commands;
    private final boolean loginNeeded;
    private final DoorBounds bounds;
    private final ChannelGroup connections = new DefaultChannelGroup("resp", GlobalEventExecutor.INSTANCE, true);
    private final AtomicLong ids = new AtomicLong();
    private final Channel listening;

    private RespServer(RespSettings settings, Store store, DoorBounds bounds, Loops loops) {
        this.bounds = bounds;
        this.cells = Cells.in(store, settings.maxKeys());
        Login login = new Login(settings.password());
        InfoText info = new InfoText(cells);
        this.commands = new Commands(login, info, connections::size);
        this.loginNeeded = login.isNeeded();
        this.listening = listen(settings.address(), loops);
        info.listeningOn(address().getPort());
    }

    /**
     * Listens from now on.
     *
     * @throws io.netty.channel.ChannelException or a {@link java.net.BindException} if the address cannot be had
     */
    public static RespServer start(RespSettings settings, Store store, DoorBounds bounds, Loops loops) {
        return new RespServer(settings, store, bounds, loops);
    }

    private Channel listen(InetSocketAddress address, Loops loops) {
        return new ServerBootstrap()
                .group(loops.group())
                .channel(loops.listening())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        welcome(channel);
                    }
                })
                .bind(address)
                .syncUninterruptibly()
                .channel();
    }

    private void welcome(Channel channel) {
        if (!bounds.enter(channel)) {
            var unused =
                    channel.writeAndFlush(Unpooled.wrappedBuffer(TOO_MANY)).addListener(ChannelFutureListener.CLOSE);
            return;
        }
        connections.add(channel);
        Session session = new Session(ids.incrementAndGet(), loginNeeded);
        channel.pipeline().addLast(new RespConnection(cells, commands, session));
    }

    @Override
    public InetSocketAddress address() {
        return (InetSocketAddress) listening.localAddress();
    }

    /** Clients that are connected. */
    public int connections() {
        return connections.size();
    }

    /** Answers so far that allowed what was asked. */
    public long allowed() {
        return cells.allowed();
    }

    public long refused() {
        return cells.refused();
    }

    /** Whatever has been asked is answered, also by clients that are idle now and ask soon. */
    @Override
    public void drain(Duration within) {
        long until = System.nanoTime() + within.toNanos();
        LastCall.stopAccepting(listening);
        connections
                .newCloseFuture()
                .awaitUninterruptibly(LastCall.length(within).toNanos(), TimeUnit.NANOSECONDS);
        for (Channel channel : connections) {
            LastCall.afterReading(channel, () -> end(channel));
        }
        long left = Math.max(0, until - System.nanoTime());
        connections.newCloseFuture().awaitUninterruptibly(left, TimeUnit.NANOSECONDS);
        close();
    }

    private static void end(Channel channel) {
        ChannelHandlerContext ctx = channel.pipeline().context(RespConnection.class);
        if (ctx != null) {
            ((RespConnection) ctx.handler()).end(ctx);
        }
    }

    @Override
    public void close() {
        listening.close().syncUninterruptibly();
        connections.close().awaitUninterruptibly();
    }
}
