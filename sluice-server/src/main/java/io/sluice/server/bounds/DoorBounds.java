package io.sluice.server.bounds;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What the clients of one door may hold: connections, and memory for requests that are not whole. Safe for many threads. */
public final class DoorBounds {
    private static final AttributeKey<DoorBounds> OF_CHANNEL = AttributeKey.valueOf(DoorBounds.class, "bounds");
    private static final DoorBounds NONE = new DoorBounds(ByteBudget.unlimited(), Integer.MAX_VALUE, Duration.ZERO);

    /** Connections of HTTP/1.1 without requests take about 3 KB each; the others, also those with unread answers, more. */
    private static final int HEAP_PER_GATEWAY_CONNECTION = 8 << 10;

    private static final int HEAP_PER_CONNECTION = 32 << 10;

    private final ByteBudget budget;
    private final int mostConnections;
    private final long patienceNanos;
    private final AtomicInteger connections = new AtomicInteger();
    private final LongAdder turnedAway = new LongAdder();
    private final LongAdder large = new LongAdder();
    private final LongAdder late = new LongAdder();

    /**
     * For one door.
     *
     * @param budget of all doors together
     * @param patience how long the rest of a request may take to come; zero where the door looks after that by itself
     */
    public DoorBounds(ByteBudget budget, int mostConnections, Duration patience) {
        this.budget = budget;
        this.mostConnections = mostConnections;
        this.patienceNanos = patience.toNanos();
    }

    /** Connections to the gateway where no limit is configured. */
    public static int defaultGatewayConnections() {
        return fitting(Runtime.getRuntime().maxMemory(), HEAP_PER_GATEWAY_CONNECTION, 20_000);
    }

    /** Connections to the API, and to RESP, where no limit is configured. */
    public static int defaultConnections() {
        return fitting(Runtime.getRuntime().maxMemory(), HEAP_PER_CONNECTION, 10_000);
    }

    static int fitting(long heap, int each, int most) {
        return (int) Math.max(1, Math.min(most, heap / each));
    }

    /** A door without limits. */
    public static DoorBounds none() {
        return NONE;
    }

    /** Those that a connection came in by; none if it came in without. */
    public static DoorBounds of(Channel channel) {
        DoorBounds found = channel.attr(OF_CHANNEL).get();
        return found == null ? NONE : found;
    }

    /** Lets a connection in, and counts it until it is closed; false if there are too many. */
    public boolean enter(Channel connection) {
        if (connections.incrementAndGet() > mostConnections) {
            connections.decrementAndGet();
            turnedAway.increment();
            return false;
        }
        mark(connection);
        var unused = connection.closeFuture().addListener(closed -> connections.decrementAndGet());
        mark(connection);
        return true;
    }

    /** Notes them for {@link #of}, where the door counts its connections by itself. */
    public void mark(Channel connection) {
        connection.attr(OF_CHANNEL).set(this);
    }

    /** For one connection, which closes it at its end. */
    public Account account(EventExecutor loop, Refusal refusal) {
        return new Account(this, budget, loop, refusal);
    }

    long patienceNanos() {
        return patienceNanos;
    }

    void countLarge() {
        large.increment();
    }

    void countLate() {
        late.increment();
    }

    /** Connections that are open. */
    public int connections() {
        return connections.get();
    }

    public int mostConnections() {
        return mostConnections;
    }

    /** Connections that were closed at once because there were too many. */
    public long turnedAway() {
        return turnedAway.sum();
    }

    /** Requests refused because unfinished ones held too much memory. */
    public long refusedForMemory() {
        return large.sum();
    }

    /** Requests given up because their rest did not come in time. */
    public long refusedForTime() {
        return late.sum();
    }
}
