package io.sluice.redis;

import io.sluice.redis.link.Link;
import io.sluice.redis.script.Script;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A real link whose calls are counted, and whose replies can be kept back after Redis has given them. */
final class HeldLink implements Link {
    private record Held(CompletableFuture<List<Object>> told, List<Object> reply) {}

    private final Link link;
    private final AtomicInteger runs = new AtomicInteger();
    private final BlockingQueue<Held> kept = new LinkedBlockingQueue<>();
    private volatile boolean holding;
    private @Nullable Held last;

    HeldLink(Link link) {
        this.link = link;
    }

    int runs() {
        return runs.get();
    }

    /** From now on replies are kept back. */
    void hold() {
        holding = true;
    }

    /** From now on replies pass again; those that were kept back stay so. */
    void pass() {
        holding = false;
    }

    /** What the store waits for, once Redis has given its next reply that is kept back. */
    CompletableFuture<List<Object>> awaitReply() {
        try {
            last = kept.poll(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (last == null) {
            throw new IllegalStateException("no reply");
        }
        return last.told;
    }

    /** The reply that was awaited last. */
    List<Object> reply() {
        if (last == null) {
            throw new IllegalStateException("none was awaited");
        }
        return last.reply;
    }

    @Override
    public CompletionStage<List<Object>> run(Script script, byte[][] keys, byte[][] args) {
        runs.incrementAndGet();
        CompletionStage<List<Object>> reply = link.run(script, keys, args);
        if (!holding) {
            return reply;
        }
        CompletableFuture<List<Object>> told = new CompletableFuture<>();
        var unused = reply.thenAccept(given -> kept.add(new Held(told, given)));
        return told;
    }

    @Override
    public boolean isSharded() {
        return link.isSharded();
    }

    @Override
    public int slot(byte[] key) {
        return link.slot(key);
    }

    @Override
    public void close() {}
}
