package io.sluice.server.admin;

import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sluice.server.net.Door;
import io.sluice.server.net.Listening;
import io.sluice.server.net.Loops;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The admin door: metrics, health, and a JSON API about rules and keys. */
public final class AdminServer implements Door {
    static final int LARGEST_BODY = 64 * 1024;

    private static final int THREADS = 2;
    private static final int MOST_WAITING = 100;
    private static final int SILENCE_SECONDS = 60;

    private final Listening listening;
    private final ExecutorService threads;

    private AdminServer(Listening listening, ExecutorService threads) {
        this.listening = listening;
        this.threads = threads;
    }

    public static AdminServer start(AdminSettings settings, Administered subject, Loops loops) throws IOException {
        Router router = new Router(new Access(settings), Endpoints.of(subject));
        ExecutorService threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_WAITING),
                new DefaultThreadFactory("sluice-admin", true));
        try {
            return new AdminServer(
                    Listening.open(loops, settings.address(), channel -> prepare(channel, router, threads)), threads);
        } catch (IOException e) {
            threads.shutdown();
            throw e;
        }
    }

    private static void prepare(SocketChannel channel, Router router, ExecutorService threads) {
        channel.pipeline()
                .addLast(new ReadTimeoutHandler(SILENCE_SECONDS))
                .addLast(new HttpServerCodec())
                .addLast(new HttpServerKeepAliveHandler())
                .addLast(new WholeRequests(LARGEST_BODY))
                .addLast(new FlowControlHandler())
                .addLast(new AdminHandler(router, threads));
    }

    @Override
    public InetSocketAddress address() {
        return listening.address();
    }

    /** Nothing here is worth waiting for. */
    @Override
    public void drain(Duration within) {
        close();
    }

    @Override
    public void close() {
        listening.close();
        threads.shutdown();
    }
}
