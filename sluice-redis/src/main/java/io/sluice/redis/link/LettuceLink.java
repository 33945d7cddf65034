package io.sluice.redis.link;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SslOptions;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.sluice.redis.script.Script;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One connection for everybody, opened when first there is a Redis to connect to, and again whenever it is lost or turns out
 * to lead to a replica.
 */
public final class LettuceLink implements Link {
    private static final Duration FIRST_RETRY = Duration.ofMillis(50);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(1);

    private static final int MOST_CUT_OFF = 8;

    private final RedisAddress address;
    private final Awaited awaited = new Awaited();
    private final WakefulLoops loops;
    private final ClientResources resources;
    private final Connector connector;
    private final AtomicReference<Connector.@Nullable Connected> connected = new AtomicReference<>();
    private final CompletableFuture<Void> first = new CompletableFuture<>();
    private final CompletableFuture<Void> firstTry = new CompletableFuture<>();
    private volatile @Nullable Throwable whyNot;
    private final AtomicInteger cutOff = new AtomicInteger();
    private volatile boolean closed;

    public LettuceLink(RedisAddress address, SslOptions tls) {
        this(address, tls, new AwakeTime(100));
    }

    public LettuceLink(RedisAddress address, SslOptions tls, AwakeTime awakeTime) {
        this.address = address;
        this.loops = new WakefulLoops(awaited, awakeTime);
        this.resources = ClientResources.builder()
                .eventLoopGroupProvider(loops)
                .reconnectDelay(() -> Delay.equalJitter(FIRST_RETRY, LONGEST_RETRY, 2, TimeUnit.MILLISECONDS))
                .build();
        this.connector = Connector.to(address, tls, resources);
        connect();
    }

    @Override
    public CompletionStage<List<Object>> run(Script script, byte[][] keys, byte[][] args) {
        Connector.Connected now = connected.get();
        if (now == null) {
            return CompletableFuture.failedStage(noConnection());
        }
        try {
            CompletionStage<List<Object>> reply =
                    now.scripts().<List<Object>>evalsha(script.sha(), ScriptOutputType.MULTI, keys, args);
            awaited.ask();
            var unused = reply.whenComplete((answer, failure) -> awaited.answer());
            return reply.exceptionallyCompose(failure -> again(now, script, keys, args, failure));
        } catch (RuntimeException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    private RedisException noConnection() {
        Throwable why = whyNot;
        return new RedisException("no connection to " + address + (why == null ? " yet" : ""), why);
    }

    /** A Redis that does not know the script has done nothing: it is told the script and asked once more. */
    private CompletionStage<List<Object>> again(
            Connector.Connected now, Script script, byte[][] keys, byte[][] args, Throwable failure) {
        if (failure instanceof RedisNoScriptException) {
            var unused = now.scripts().scriptLoad(script.text());
            return now.scripts().eval(script.text(), ScriptOutputType.MULTI, keys, args);
        }
        if (failure instanceof RedisCommandExecutionException && leadsElsewhere(failure.getMessage())) {
            reconnect(now);
        }
        return CompletableFuture.failedStage(failure);
    }

    /** Whoever answers so is no longer the master. */
    private static boolean leadsElsewhere(@Nullable String message) {
        return message != null && (message.contains("READONLY") || message.startsWith("MASTERDOWN"));
    }

    /** Completes when there was a connection for the first time. */
    public CompletableFuture<Void> firstConnection() {
        return first.copy();
    }

    /** Completes when it is known whether the first try to connect succeeded; whether it did, its {@link #run} tells. */
    public CompletableFuture<Void> firstTry() {
        return firstTry.copy();
    }

    /** Why the latest try to connect failed; null if none has. */
    public @Nullable Throwable whyNot() {
        return whyNot;
    }

    /** Whether there was a connection, which is opened again by itself. */
    public boolean isConnected() {
        return connected.get() != null;
    }

    private void reconnect(Connector.Connected lost) {
        if (connected.compareAndSet(lost, null)) {
            var unused = lost.connection().closeAsync();
            connect();
        }
    }

    private void connect() {
        if (closed) {
            return;
        }
        try {
            var unused = connector.open().whenComplete(this::opened);
        } catch (RuntimeException e) {
            opened(null, e);
        }
    }

    private void opened(Connector.@Nullable Connected opened, @Nullable Throwable failure) {
        if (failure != null && isCutOff(failure) && cutOff.incrementAndGet() < MOST_CUT_OFF) {
            connect();
            return;
        }
        cutOff.set(0);
        whyNot = failure;
        if (opened == null) {
            later();
        } else {
            connected.set(opened);
            first.complete(null);
            if (closed) {
                var unused = opened.connection().closeAsync();
            }
        }
        firstTry.complete(null);
    }

    /** What Lettuce says where a login fails, if it notices its own closing before the answer that made it close. */
    private static boolean isCutOff(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage()).contains("closed prematurely");
    }

    private void later() {
        if (!resources.eventExecutorGroup().isShuttingDown()) {
            var unused = resources
                    .eventExecutorGroup()
                    .schedule(this::connect, LONGEST_RETRY.toMillis() / 2, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public boolean isSharded() {
        return address.kind() == RedisAddress.Kind.CLUSTER;
    }

    @Override
    public int slot(byte[] key) {
        return isSharded() ? SlotHash.getSlot(key) : 0;
    }

    @Override
    public void close() {
        closed = true;
        connector.close();
        var unused = resources.shutdown(0, 1, TimeUnit.SECONDS);
        var unusedToo = loops.shutdown(0, 1, TimeUnit.SECONDS);
    }
}
