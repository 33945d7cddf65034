package io.sluice.server.proof;

import io.netty.handler.ssl.SslContext;
import io.sluice.server.gateway.upstream.ConnectionSlots;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.Upstream;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import io.sluice.server.gateway.upstream.Upstreams;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Everything goes to one server that speaks plain HTTP/1.1, once. */
record OneTarget(InetSocketAddress address, ConnectionSlots slots) implements Upstreams, Upstream, Target {
    private static final UpstreamTimes PATIENT = new UpstreamTimes(10_000, 60_000, 60_000, 60_000, 0);

    OneTarget(InetSocketAddress address) {
        this(address, ConnectionSlots.unlimited());
    }

    @Override
    public Upstream find(@Nullable String host, String path) {
        return this;
    }

    @Override
    public String name() {
        return "one";
    }

    @Override
    public Target begin(@Nullable Target not) {
        return this;
    }

    @Override
    public long retryAfterSeconds() {
        return 1;
    }

    @Override
    public UpstreamTimes times() {
        return PATIENT;
    }

    @Override
    public int retries() {
        return 0;
    }

    @Override
    public String authority() {
        return "127.0.0.1:" + address.getPort();
    }

    @Override
    public @Nullable String host() {
        return null;
    }

    @Override
    public @Nullable SslContext tls() {
        return null;
    }

    @Override
    public String serverName() {
        return "localhost";
    }

    @Override
    public boolean http2() {
        return false;
    }

    @Override
    public void succeeded(int status, long nanos) {}

    @Override
    public void tunnelOpened(long nanos) {}

    @Override
    public void tunnelClosed() {}

    @Override
    public void failed(Throwable cause, long nanos) {}

    @Override
    public void dropped() {}
}
