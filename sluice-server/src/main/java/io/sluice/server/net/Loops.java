package io.sluice.server.net;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The threads that all doors share, each with its connections, and the kind of sockets they serve.
 *
 * @param group the event loops
 */
public record Loops(
        EventLoopGroup group,
        Class<? extends ServerSocketChannel> listening,
        Class<? extends SocketChannel> connecting,
        Transport transport)
        implements AutoCloseable {
    /** How the operating system is asked for bytes. */
    public enum Transport {
        EPOLL,
        IO_URING,
        NIO;

        /** The quickest that is well proven here; io_uring only on request. */
        public static Transport best() {
            return Epoll.isAvailable() ? EPOLL : NIO;
        }

        /**
         * From its name.
         *
         * @throws IllegalArgumentException for a name that is none, or a transport that this system has not
         */
        public static Transport of(String name) {
            Transport wanted = named(name);
            Throwable missing = switch (wanted) {
                case EPOLL -> Epoll.unavailabilityCause();
                case IO_URING -> IoUring.unavailabilityCause();
                case NIO -> null;
            };
            if (missing != null) {
                throw new IllegalArgumentException(
                        name + " cannot be used here (" + missing.getMessage() + "); use nio");
            }
            return wanted;
        }

        private static Transport named(String name) {
            for (Transport transport : values()) {
                if (transport.text().equals(name)) {
                    return transport;
                }
            }
            throw new IllegalArgumentException("no transport is called " + name + "; use epoll, io-uring or nio");
        }

        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Netty keeps a stack trace of every 128th buffer, in case it is lost; a server in service can do without, unless it was asked for. */
    public static void lookForNoLeaks() {
        boolean usual = ResourceLeakDetector.getLevel() == ResourceLeakDetector.Level.SIMPLE;
        if (usual && System.getProperty("io.netty.leakDetection.level") == null) {
            ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
        }
    }

    /** So many threads. */
    public static Loops start(Transport transport, int threads) {
        return start(transport, threads, "sluice");
    }

    /** Whose names begin like this. */
    public static Loops start(Transport transport, int threads, String name) {
        return switch (transport) {
            case EPOLL ->
                new Loops(
                        group(threads, name, EpollIoHandler.newFactory(0, GivingWay::new)),
                        EpollServerSocketChannel.class,
                        EpollSocketChannel.class,
                        transport);
            case IO_URING ->
                new Loops(
                        group(threads, name, IoUringIoHandler.newFactory()),
                        IoUringServerSocketChannel.class,
                        IoUringSocketChannel.class,
                        transport);
            case NIO ->
                new Loops(
                        group(threads, name, NioIoHandler.newFactory()),
                        NioServerSocketChannel.class,
                        NioSocketChannel.class,
                        transport);
        };
    }

    private static EventLoopGroup group(int threads, String name, IoHandlerFactory io) {
        return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(name, true), io);
    }

    /** Doors are closed first. */
    @Override
    public void close() {
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly(10, TimeUnit.SECONDS);
    }
}
