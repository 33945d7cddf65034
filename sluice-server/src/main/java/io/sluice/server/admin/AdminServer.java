package io.sluice.server.admin;

import io.netty.channel.Channel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sluice.server.bounds.DoorBounds;
import io.sluice.server.net.Door;
import io.sluice.server.net.LastCall;
import io.sluice.server.net.Listening;
import io.sluice.server.net.Loops;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The admin door: metrics, health, and a JSON API about rules and keys. */
public final class AdminServer implements Door {
    static final int LARGEST_BODY = 64 * 1024;

    private static final int THREADS = 2;
    private static final int MOST_WAITING = 100;
    private static final int SILENCE_SECONDS = 60;

    private final Listening listening;
    private final ExecutorService threads;
    private final AtomicBoolean draining;

    private AdminServer(Listening listening, ExecutorService threads, AtomicBoolean draining) {
        this.listening = listening;
        this.threads = threads;
        this.draining = draining;
    }

    /**
     * Listens at once.
     *
     * @param loops its own: it has to answer while others are stuck
     */
    public static AdminServer start(AdminSettings settings, Administered subject, DoorBounds bounds, Loops loops)
            throws IOException {
        Router router = new Router(new Access(settings), Endpoints.of(subject));
        ExecutorService threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_WAITING),
                new DefaultThreadFactory("sluice-admin", true));
        AtomicBoolean draining = new AtomicBoolean();
        try {
            Listening listening = Listening.open(loops, settings.address(), channel -> {
                if (bounds.enter(channel)) {
                    UnfinishedRequest unfinished = new UnfinishedRequest();
                    prepare(channel, unfinished, new AdminHandler(router, threads, draining::get, unfinished::isWhole));
                } else {
                    var unused = channel.close();
                }
            });
            return new AdminServer(listening, threads, draining);
        } catch (IOException e) {
            threads.shutdown();
            throw e;
        }
    }

    private static void prepare(SocketChannel channel, UnfinishedRequest unfinished, AdminHandler handler) {
        channel.pipeline()
                .addLast(new ReadTimeoutHandler(SILENCE_SECONDS))
                .addLast(unfinished)
                .addLast(new HttpServerCodec())
                .addLast(new HttpServerKeepAliveHandler())
                .addLast(new WholeRequests(LARGEST_BODY))
                .addLast(new FlowControlHandler())
                .addLast(handler);
    }

    @Override
    public InetSocketAddress address() {
        return listening.address();
    }

    @Override
    public void drain(Duration within) {
        long until = System.nanoTime() + within.toNanos();
        draining.set(true);
        listening.stopAcceptingGently();
        listening.awaitClosed(LastCall.length(within));
        listening.afterReading(AdminServer::endIfIdle);
        listening.awaitClosed(Duration.ofNanos(Math.max(0, until - System.nanoTime())));
        close();
    }

    private static void endIfIdle(Channel connection) {
        AdminHandler handler = connection.pipeline().get(AdminHandler.class);
        if (handler != null && !handler.isBusy()) {
            LastCall.end(connection);
        }
    }

    @Override
    public void close() {
        listening.close();
        threads.shutdown();
    }
}
