package io.sluice.server.gateway;

/**
 * How much clients may take.
 *
 * @param connections at a time
 * @param connectionsPerAddress at a time from one address; 0 for as many as it likes
 * @param requestsPerConnection 0 for as many as it likes
 * @param delayed requests held back at a time; further ones are refused
 */
public record GatewayLimits(int connections, int connectionsPerAddress, int requestsPerConnection, int delayed) {
    public static final GatewayLimits USUAL = new GatewayLimits(20_000, 0, 0, 10_000);
}
