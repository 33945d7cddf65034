package io.sluice.server.gateway.upstream;

import io.netty.handler.ssl.SslContext;
import io.sluice.core.Clock;
import io.sluice.rules.TargetSettings;
import io.sluice.rules.UpstreamSettings;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A target with all that is known about it. Lives as long as the rule file says the same about it. */
final class LiveTarget implements Target {
    private final TargetTerms terms;
    private final @Nullable String host;
    private final String serverName;
    private final @Nullable TargetBreaker breaker;
    private final Reachability reachability;
    private final AtomicInteger underWay = new AtomicInteger();
    private final ConnectionSlots slots;
    private final LongAdder succeeded = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private volatile @Nullable InetSocketAddress address;
    private volatile @Nullable SslContext tls;
    private volatile boolean healthy = true;

    LiveTarget(TargetTerms terms, Clock clock, ConnectionSlots slots) {
        this.terms = terms;
        this.slots = slots;
        TargetSettings target = terms.target();
        this.host = switch (terms.host()) {
            case UpstreamSettings.KEEP -> null;
            case UpstreamSettings.TARGET -> target.authority();
            default -> terms.host();
        };
        this.serverName = Objects.requireNonNullElse(terms.tls().serverName(), target.host());
        this.reachability = new Reachability(terms, clock);
        this.breaker = terms.breaker() == null ? null : new TargetBreaker(terms.toString(), terms.breaker(), clock);
    }

    TargetTerms terms() {
        return terms;
    }

    @Override
    public String authority() {
        return terms.target().authority();
    }

    @Override
    public @Nullable String host() {
        return host;
    }

    @Override
    public InetSocketAddress address() {
        return Objects.requireNonNull(address, "its name leads nowhere yet");
    }

    boolean hasAddress() {
        return address != null;
    }

    void moveTo(InetSocketAddress address) {
        this.address = address;
    }

    @Override
    public @Nullable SslContext tls() {
        return tls;
    }

    void speak(@Nullable SslContext tls) {
        this.tls = tls;
    }

    @Override
    public String serverName() {
        return serverName;
    }

    @Override
    public boolean http2() {
        return terms.target().scheme().http2();
    }

    @Override
    public ConnectionSlots slots() {
        return slots;
    }

    void healthy(boolean healthy) {
        this.healthy = healthy;
    }

    int underWay() {
        return underWay.get();
    }

    boolean isUp() {
        return healthy && address != null;
    }

    /** Why nothing is sent to it, in a few words. */
    String unavailability() {
        if (address == null) {
            return "no address";
        }
        return healthy ? "breaker open" : "unhealthy";
    }

    boolean tryBegin() {
        if (!isUp() || (breaker != null && !breaker.tryBegin())) {
            return false;
        }
        underWay.incrementAndGet();
        return true;
    }

    @Override
    public void succeeded(int status, long nanos) {
        underWay.decrementAndGet();
        reachability.answered();
        if (status < 500) {
            well(nanos);
        } else {
            badly(nanos, () -> "status " + status);
        }
    }

    @Override
    public void failed(Throwable cause, long nanos) {
        underWay.decrementAndGet();
        if (terms.health() == null) {
            reachability.failed(cause);
        }
        badly(nanos, () -> FailureCause.of(cause));
    }

    @Override
    public void dropped() {
        underWay.decrementAndGet();
        if (breaker != null) {
            breaker.dropped();
        }
    }

    @Override
    public void tunnelOpened(long nanos) {
        reachability.answered();
        well(nanos);
    }

    @Override
    public void tunnelClosed() {
        underWay.decrementAndGet();
    }

    private void well(long nanos) {
        succeeded.increment();
        if (breaker != null) {
            breaker.succeeded(nanos);
        }
    }

    private void badly(long nanos, Supplier<String> why) {
        failed.increment();
        if (breaker != null) {
            breaker.failed(nanos, why);
        }
    }

    /** After how long it may be worth trying again. */
    long waitNanos() {
        UpstreamSettings.Health health = terms.health();
        long forHealth = healthy || health == null ? 0 : health.every().toNanos() * health.upAfter();
        long forBreaker = breaker == null ? 0 : breaker.remainingNanos();
        return Math.max(forHealth, forBreaker);
    }

    TargetState state() {
        InetSocketAddress at = address;
        return new TargetState(
                terms.upstream(),
                terms.target().toString(),
                at == null ? "" : at.getAddress().getHostAddress() + ":" + at.getPort(),
                healthy && !reachability.isDown(),
                reachability.lastFailure(),
                breaker == null ? "off" : breaker.state(),
                underWay.get(),
                slots.open(),
                slots.waiting(),
                succeeded.sum(),
                failed.sum());
    }

    @Override
    public String toString() {
        return terms.toString();
    }
}
