package io.sluice.server.gateway;

import io.netty.handler.ssl.SslContext;
import io.sluice.server.gateway.upstream.ConnectionSlots;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.Upstream;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import io.sluice.server.gateway.upstream.Upstreams;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Targets by turns, which remember what they were told. */
final class TestUpstream implements Upstreams, Upstream {
    static final UpstreamTimes TIMES = new UpstreamTimes(20_000, 20_000, 20_000, 20_000, 20_000);

    private final List<TestTarget> targets = new ArrayList<>();
    private final AtomicInteger turn = new AtomicInteger();
    volatile UpstreamTimes times = TIMES;
    volatile int retries;
    volatile @Nullable SslContext tls;
    volatile boolean http2;
    volatile boolean none;
    volatile ConnectionSlots slots = ConnectionSlots.unlimited();

    TestUpstream(InetSocketAddress... addresses) {
        for (InetSocketAddress address : addresses) {
            targets.add(new TestTarget(address));
        }
    }

    /** The name of the first target leads there now. */
    void moveTo(InetSocketAddress address) {
        targets.get(0).address = address;
    }

    /** All that targets were told, in order. */
    final List<String> told = new CopyOnWriteArrayList<>();

    /** What was begun and not yet told how it went. */
    final AtomicInteger underWay = new AtomicInteger();

    @Override
    public @Nullable Upstream find(@Nullable String host, String path) {
        return path.startsWith("/nowhere") ? null : this;
    }

    @Override
    public String name() {
        return "test";
    }

    @Override
    public @Nullable Target begin(@Nullable Target not) {
        if (none) {
            return null;
        }
        TestTarget next = targets.get(turn.getAndIncrement() % targets.size());
        if (next == not && targets.size() > 1) {
            next = targets.get(turn.getAndIncrement() % targets.size());
        }
        underWay.incrementAndGet();
        return next;
    }

    @Override
    public long retryAfterSeconds() {
        return 7;
    }

    @Override
    public UpstreamTimes times() {
        return times;
    }

    @Override
    public int retries() {
        return retries;
    }

    private final class TestTarget implements Target {
        private volatile InetSocketAddress address;

        private TestTarget(InetSocketAddress address) {
            this.address = address;
        }

        @Override
        public String authority() {
            return "target:" + address.getPort();
        }

        @Override
        public @Nullable String host() {
            return null;
        }

        @Override
        public InetSocketAddress address() {
            return address;
        }

        @Override
        public @Nullable SslContext tls() {
            return tls;
        }

        @Override
        public String serverName() {
            return "localhost";
        }

        @Override
        public boolean http2() {
            return http2;
        }

        @Override
        public ConnectionSlots slots() {
            return slots;
        }

        @Override
        public void succeeded(int status, long nanos) {
            tell("succeeded " + status);
        }

        @Override
        public void tunnelOpened(long nanos) {
            told.add("tunnel opened");
        }

        @Override
        public void tunnelClosed() {
            tell("tunnel closed");
        }

        @Override
        public void failed(Throwable cause, long nanos) {
            tell("failed");
        }

        @Override
        public void dropped() {
            tell("dropped");
        }

        private void tell(String what) {
            told.add(what);
            underWay.decrementAndGet();
        }
    }
}
