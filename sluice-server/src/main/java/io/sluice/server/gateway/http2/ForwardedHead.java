package io.sluice.server.gateway.http2;

import io.netty.handler.codec.http.HttpHeaders;

/**
 * The head of a request as it goes to an upstream of either protocol: without fields that belong to one connection.
 *
 * @param target path and query
 * @param authority what Host says
 * @param headers without Host and Expect
 * @param expectsContinue whether the client waits for a word before it sends its body; the gateway says it
 */
record ForwardedHead(String method, String target, String authority, HttpHeaders headers, boolean expectsContinue) {}
