package io.sluice.server.proof;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** Answers an upload with its hash and a download of so many bytes with bytes that anybody can make again. Uploads to {@code /later} are not read before {@link #read}. */
final class HashingServer implements AutoCloseable {
    private static final int PIECE = 16_384;

    final AtomicLong sent = new AtomicLong();
    private final CountDownLatch read = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    private HashingServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.createContext("/hash", exchange -> answer(exchange, hash(exchange.getRequestBody())));
        server.createContext("/later", this::readLater);
        server.createContext("/bytes", this::send);
        server.setExecutor(threads);
        server.start();
    }

    static HashingServer start() throws IOException {
        return new HashingServer();
    }

    /** From now on. */
    void read() {
        read.countDown();
    }

    private void readLater(HttpExchange exchange) throws IOException {
        try {
            read.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        answer(exchange, hash(exchange.getRequestBody()));
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(200, text.length());
            exchange.getResponseBody().write(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        }
    }

    /** As many as the query says. */
    private void send(HttpExchange exchange) throws IOException {
        try (exchange) {
            long length = Long.parseLong(exchange.getRequestURI().getQuery());
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.getResponseHeaders().set("X-Length", Long.toString(length));
            exchange.sendResponseHeaders(200, head ? -1 : length);
            if (!head) {
                write(length, exchange.getResponseBody());
            }
        }
    }

    private void write(long length, OutputStream out) throws IOException {
        Random random = new Random(length);
        byte[] piece = new byte[PIECE];
        for (long left = length; left > 0; left -= PIECE) {
            random.nextBytes(piece);
            out.write(piece, 0, (int) Math.min(left, PIECE));
            sent.addAndGet(Math.min(left, PIECE));
        }
    }

    /** Of what is sent for so many bytes. */
    static String hash(long length) {
        MessageDigest digest = sha256();
        Random random = new Random(length);
        byte[] piece = new byte[PIECE];
        for (long left = length; left > 0; left -= PIECE) {
            random.nextBytes(piece);
            digest.update(piece, 0, (int) Math.min(left, PIECE));
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Of all that comes. */
    static String hash(InputStream in) throws IOException {
        DigestInputStream hashing = new DigestInputStream(in, sha256());
        hashing.transferTo(OutputStream.nullOutputStream());
        return HexFormat.of().formatHex(hashing.getMessageDigest().digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    InetSocketAddress address() {
        return server.getAddress();
    }

    @Override
    public void close() {
        read();
        server.stop(0);
        threads.shutdownNow();
    }
}
