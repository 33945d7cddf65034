package io.sluice.server.gateway.upstream;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.sluice.rules.UpstreamSettings.Health;
import io.sluice.server.net.Loops;
import java.util.concurrent.TimeUnit;

/** Asks one target again and again how it is. Everything happens on one event loop. */
final class HealthCheck implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(HealthCheck.class.getName());

    private final LiveTarget target;
    private final Health settings;
    private final Probe probe;
    private final Future<?> asking;
    /** Answers in a row that speak against how the target is taken to be now. */
    private int against;

    private boolean healthy = true;
    private boolean waiting;

    HealthCheck(LiveTarget target, Health settings, Loops loops) {
        this.target = target;
        this.settings = settings;
        EventLoop loop = loops.group().next();
        this.probe = new Probe(target, settings, loop, loops.connecting());
        this.asking = loop.scheduleAtFixedRate(this::ask, 0, settings.every().toNanos(), TimeUnit.NANOSECONDS);
    }

    private void ask() {
        if (!waiting) {
            waiting = true;
            probe.send(this::heard);
        }
    }

    private void heard(Probe.Answer answer) {
        waiting = false;
        boolean good = answer.status() >= settings.leastStatus() && answer.status() <= settings.mostStatus();
        against = good == healthy ? 0 : against + 1;
        if (against > 0 && against >= (good ? settings.upAfter() : settings.downAfter()) && !asking.isCancelled()) {
            against = 0;
            healthy = good;
            target.healthy(good);
            LOG.log(
                    good ? System.Logger.Level.INFO : System.Logger.Level.WARNING,
                    good ? "{0} is up again" : "{0} is down: {1}",
                    target,
                    answer);
        }
    }

    @Override
    public void close() {
        asking.cancel(false);
    }
}
