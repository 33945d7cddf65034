package io.sluice.server.gateway.upstream;

/**
 * How a target is, for people and metrics.
 *
 * @param upstream its name
 * @param target as the rule file writes it
 * @param address where that leads to; empty while the name leads nowhere
 * @param healthy what health checks say; where there are none, whether requests are answered
 * @param lastFailure why the latest request failed, where there are no health checks; empty if one has been answered since
 * @param breaker {@code closed}, {@code open}, {@code half-open}, or {@code off}
 * @param underWay requests that it has not answered yet
 * @param connections open to it, or being opened
 * @param waiting requests that wait for a connection to it
 * @param succeeded answered with another status than 5xx
 * @param failed not answered, or with 5xx
 */
public record TargetState(
        String upstream,
        String target,
        String address,
        boolean healthy,
        String lastFailure,
        String breaker,
        int underWay,
        int connections,
        int waiting,
        long succeeded,
        long failed) {}
