package io.sluice.server.gateway.http2;

import io.sluice.server.http1.HeadLimits;
import java.time.Duration;

/**
 * What clients may ask of this way through the gateway.
 *
 * @param streams requests under way on one HTTP/2 connection
 * @param requestsPerConnection so many requests are taken on one connection; 0 for as many as come
 * @param head how large the head of a request may be; HTTP/2 counts it a bit differently
 * @param headTime from the first byte of a request to the end of its head, and for a new connection to say anything
 * @param bodyIdle between two portions of a request's body
 * @param keepAlive that an HTTP/2 connection may have no streams
 * @param longestDelay requests that would have to wait longer are refused
 * @param mostWaiting so many requests are delayed at a time; further ones are refused
 */
public record ObjectSettings(
        int streams,
        int requestsPerConnection,
        HeadLimits head,
        Duration headTime,
        Duration bodyIdle,
        Duration keepAlive,
        Duration longestDelay,
        int mostWaiting) {
    public static final ObjectSettings DEFAULT = new ObjectSettings(
            100,
            0,
            HeadLimits.USUAL,
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            10_000);
}
