package io.sluice.server.gateway.upstream;

/**
 * How long an upstream may take, in milliseconds.
 *
 * @param connect for a connection, TLS included
 * @param answer from the end of the request to the first byte of the answer
 * @param idle between two bytes of a body, either way
 * @param keepAlive that a connection without requests is kept
 * @param tunnel that a WebSocket may be silent; 0 for as long as it likes
 */
public record UpstreamTimes(int connect, int answer, int idle, int keepAlive, int tunnel) {}
