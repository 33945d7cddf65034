package io.sluice.server;

import io.sluice.rules.RuleSet;
import io.sluice.server.demo.DemoApplication;
import io.sluice.server.gateway.Gateway;
import io.sluice.server.gateway.GatewayLimits;
import io.sluice.server.gateway.GatewaySettings;
import io.sluice.server.gateway.GatewayTimes;
import io.sluice.server.gateway.access.AccessLog;
import io.sluice.server.gateway.access.JsonAccessLog;
import io.sluice.server.gateway.upstream.TargetState;
import io.sluice.server.gateway.upstream.UpstreamSets;
import io.sluice.server.http1.HeadLimits;
import io.sluice.server.limits.Limits;
import io.sluice.server.net.Loops;
import io.sluice.server.settings.ServerSettings;
import io.sluice.server.settings.Setting;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The gateway and what it needs: upstreams that follow the rule file, or a demo application where there are none. */
final class GatewayOpening implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(GatewayOpening.class.getName());

    private final ServerSettings settings;
    private final Limits limits;
    private final Loops loops;
    private final ChosenUpstreams chosen;
    private final @Nullable DemoApplication demo;
    private final UpstreamSets upstreams;
    private final AccessLog log;

    GatewayOpening(ServerSettings settings, Limits limits, Loops loops) throws IOException {
        this.settings = settings;
        this.limits = limits;
        this.loops = loops;
        boolean toDemo =
                settings.upstream().isEmpty() && limits.rules().upstreams().isEmpty();
        this.demo = toDemo ? DemoApplication.start(loops) : null;
        this.chosen = demo == null ? ChosenUpstreams.of(settings.upstream()) : ChosenUpstreams.demo(demo.url());
        this.upstreams = UpstreamSets.start(chosen.in(limits.rules()), loops, limits.clock());
        this.log = accessLog();
        limits.whenTaken(this::follow);
    }

    private AccessLog accessLog() throws IOException {
        String where = settings.accessLog();
        if (where == null) {
            return AccessLog.NONE;
        }
        try {
            return JsonAccessLog.open(where, limits::rules, limits.clock());
        } catch (IOException e) {
            throw new IOException(
                    settings.given().where(Setting.ACCESS_LOG) + " cannot be written (" + e.getMessage()
                            + "); give a file in a folder that there is, or stdout",
                    e);
        }
    }

    private void follow(RuleSet rules) {
        try {
            upstreams.replace(chosen.in(rules));
        } catch (IllegalArgumentException e) {
            LOG.log(Level.WARNING, "the upstreams before stay: {0}", e.getMessage());
        }
    }

    Gateway at(InetSocketAddress address) throws IOException {
        ServerSettings.Times times = settings.times();
        ServerSettings.Limits most = settings.limits();
        GatewaySettings gateway = GatewaySettings.on(address)
                .head(HeadLimits.of(most.headBytes(), most.headers()))
                .times(new GatewayTimes(
                        millis(times.head()),
                        millis(times.body()),
                        millis(times.keepAlive()),
                        millis(times.delay()),
                        GatewayTimes.USUAL.linger()))
                .limits(new GatewayLimits(
                        most.connections(),
                        most.connectionsPerAddress(),
                        most.requestsPerConnection(),
                        GatewayLimits.USUAL.delayed()))
                .proxyProtocol(settings.proxyProtocol());
        Gateway opened = Gateway.start(gateway, limits.http(), limits.engine(), limits.clock(), upstreams, log, loops);
        new GatewayMeters(opened.counts()).bindTo(limits.meters());
        return opened;
    }

    private static int millis(Duration duration) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(1, duration.toMillis()));
    }

    List<TargetState> states() {
        return upstreams.states();
    }

    /** Where requests go, for people. */
    String where() {
        return demo != null ? "a demo application" : chosen.shown(limits.rules());
    }

    @Override
    public void close() {
        upstreams.close();
        log.close();
        if (demo != null) {
            demo.close();
        }
    }
}
