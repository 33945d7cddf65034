package io.sluice.server.gateway;

/**
 * How long clients may take, in milliseconds.
 *
 * @param head for the head of a request, from its first byte; also for TLS and the PROXY protocol to come before
 * @param body between two portions of a body, either way
 * @param keepAlive that a connection may be without a request
 * @param delay that a request may be held back; those that would wait longer are refused
 * @param linger that a connection is still read from after an answer that came before the end of the request
 */
public record GatewayTimes(int head, int body, int keepAlive, int delay, int linger) {
    public static final GatewayTimes USUAL = new GatewayTimes(10_000, 30_000, 60_000, 30_000, 5_000);
}
