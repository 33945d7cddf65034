package io.sluice.server.gateway.upstream;

import io.sluice.core.Clock;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;

/**
 * Whether a target answers, as requests find out. It is down when no connection can be made, or when several requests in a row get no whole answer; any answer, whatever its status, shows that it is up. Only
 * tells: it has no say in where requests go. Safe for many threads; while all is well an answer costs one volatile read.
 */
final class Reachability {
    private static final System.Logger LOG = System.getLogger(Reachability.class.getName());
    private static final int FAILURES = 3;
    /** A target that comes and goes is logged no more often. */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Object target;
    private final Clock clock;
    private volatile boolean troubled;
    private volatile String lastFailure = "";
    // The following are guarded by this.
    private int failures;
    private boolean down;
    private boolean told;
    private long mayTellNanos = Long.MIN_VALUE;

    /** {@code target}: for logs. */
    Reachability(Object target, Clock clock) {
        this.target = target;
        this.clock = clock;
    }

    synchronized boolean isDown() {
        return down;
    }

    /** Why the latest request failed; empty if one has been answered since. */
    String lastFailure() {
        return lastFailure;
    }

    void answered() {
        if (troubled) {
            recover();
        }
    }

    private synchronized void recover() {
        troubled = false;
        lastFailure = "";
        failures = 0;
        down = false;
        if (told) {
            told = false;
            LOG.log(Level.INFO, "{0} is up again", target);
        }
    }

    synchronized void failed(Throwable cause) {
        troubled = true;
        lastFailure = FailureCause.of(cause);
        failures++;
        down |= failures >= FAILURES || FailureCause.isConnect(cause);
        if (down && !told && clock.nanos() >= mayTellNanos) {
            told = true;
            mayTellNanos = clock.nanos() + PAUSE_NANOS;
            LOG.log(Level.WARNING, "{0} is down: {1}", target, lastFailure);
        }
    }
}
