package io.sluice.server.gateway.http2;

import io.netty.handler.ssl.SslContext;
import io.sluice.server.gateway.upstream.ConnectionLimits;
import io.sluice.server.gateway.upstream.ConnectionSlots;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.Upstream;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import io.sluice.server.gateway.upstream.Upstreams;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Everything goes to these targets by turns; what they were told is kept. */
final class OneUpstream implements Upstreams, Upstream {
    static final UpstreamTimes TIMES = new UpstreamTimes(5_000, 20_000, 20_000, 20_000, 0);

    /** What targets were told, in order: {@code succeeded 200}, {@code failed}, {@code dropped}. */
    final Queue<String> told = new ConcurrentLinkedQueue<>();

    final AtomicInteger begun = new AtomicInteger();
    private final List<Target> targets;
    private final UpstreamTimes times;
    private final int retries;

    private OneUpstream(
            List<Integer> ports,
            boolean http2,
            SslContext tls,
            UpstreamTimes times,
            int retries,
            ConnectionSlots slots) {
        this.targets = ports.stream()
                .<Target>map(port -> new Told(port, http2, tls, told, slots))
                .toList();
        this.times = times;
        this.retries = retries;
    }

    static OneUpstream http1(int... ports) {
        return new OneUpstream(boxed(ports), false, null, TIMES, 1, ConnectionSlots.unlimited());
    }

    static OneUpstream http2(int... ports) {
        return new OneUpstream(boxed(ports), true, null, TIMES, 1, ConnectionSlots.unlimited());
    }

    static OneUpstream tls(int port, boolean http2, SslContext tls) {
        return new OneUpstream(List.of(port), http2, tls, TIMES, 0, ConnectionSlots.unlimited());
    }

    OneUpstream times(UpstreamTimes other) {
        return with(other, targets.get(0).slots());
    }

    OneUpstream limits(ConnectionLimits limits) {
        return with(times, ConnectionSlots.of(limits));
    }

    private OneUpstream with(UpstreamTimes otherTimes, ConnectionSlots slots) {
        List<Integer> ports =
                targets.stream().map(target -> target.address().getPort()).toList();
        return new OneUpstream(ports, targets.get(0).http2(), targets.get(0).tls(), otherTimes, retries, slots);
    }

    ConnectionSlots slots() {
        return targets.get(0).slots();
    }

    static OneUpstream none() {
        return new OneUpstream(List.of(), false, null, TIMES, 1, ConnectionSlots.unlimited());
    }

    private static List<Integer> boxed(int... ports) {
        return java.util.Arrays.stream(ports).boxed().toList();
    }

    @Override
    public Upstream find(String host, String path) {
        return path.startsWith("/nowhere") ? null : this;
    }

    @Override
    public String name() {
        return "app";
    }

    @Override
    public Target begin(Target not) {
        if (targets.isEmpty()) {
            return null;
        }
        Target next = targets.get(begun.getAndIncrement() % targets.size());
        return next == not ? targets.get(begun.get() % targets.size()) : next;
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

    private record Told(int port, boolean http2, SslContext tls, Queue<String> told, ConnectionSlots slots)
            implements Target {
        @Override
        public String authority() {
            return "127.0.0.1:" + port;
        }

        @Override
        public String host() {
            return null;
        }

        @Override
        public InetSocketAddress address() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        }

        @Override
        public String serverName() {
            return "localhost";
        }

        @Override
        public void succeeded(int status, long nanos) {
            told.add("succeeded " + status);
        }

        @Override
        public void failed(Throwable cause, long nanos) {
            told.add("failed");
        }

        @Override
        public void dropped() {
            told.add("dropped");
        }
    }
}
