package io.sluice.cli.serve;

import com.sun.net.httpserver.HttpServer;
import io.sluice.core.Clock;
import io.sluice.core.Limit;
import io.sluice.core.RateLimiter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The demo application and the limiter before it, on a port. */
final class DemoServer implements AutoCloseable {
    private static final int THREADS = 8;

    static {
        // The JDK's server reads these once. Without them a client that sends or reads nothing holds a thread for ever.
        setIfUnset("sun.net.httpserver.maxReqTime", "10");
        setIfUnset("sun.net.httpserver.maxRspTime", "10");
        setIfUnset("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;
    private final ExecutorService threads;

    private DemoServer(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    private static void setIfUnset(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    static DemoServer start(InetSocketAddress address, Limit limit, Clock clock) throws IOException {
        HttpServer server = HttpServer.create(address, 0);
        RateLimiter limiter = RateLimiter.builder().limits(limit).clock(clock).build();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        server.setExecutor(threads);
        server.createContext("/", new LimitedHandler(limiter, clock, threads));
        server.start();
        return new DemoServer(server, threads);
    }

    /** Where a browser on this machine finds it. */
    String url() {
        InetSocketAddress bound = server.getAddress();
        InetAddress address = bound.getAddress();
        String host = address.isAnyLocalAddress() ? "localhost" : address.getHostAddress();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + bound.getPort() + "/";
    }

    /** Lets answers that are being written be finished. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            threads.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.stop(0);
    }
}
