package io.sluice.server.gateway.upstream;

import io.sluice.rules.UpstreamSettings;

/**
 * How many connections to one target there may be.
 *
 * @param connections open at a time, or being opened
 * @param queue requests that wait for one; further requests are refused
 * @param waitMillis the longest wait
 */
public record ConnectionLimits(int connections, int queue, int waitMillis) {
    /** No limit at all. */
    public static final ConnectionLimits NONE = new ConnectionLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, 0);

    static ConnectionLimits of(UpstreamSettings.Limits settings) {
        long millis = settings.longestWait().plusNanos(999_999).toMillis();
        return new ConnectionLimits(
                settings.connections(), settings.queue(), (int) Math.min(Integer.MAX_VALUE, Math.max(1, millis)));
    }
}
