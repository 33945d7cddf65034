package io.sluice.server.gateway.http2;

import io.netty.handler.codec.http.HttpHeaders;
import io.sluice.server.gateway.upstream.Target;

/**
 * The head of a request as it goes to an upstream of either protocol: without fields that belong to one connection.
 *
 * @param target path and query
 * @param authority what Host says; empty if it says nothing, as in HTTP/1.0 it may
 * @param headers without Host and Expect
 * @param expectsContinue whether the client waits for a word before it sends its body; the gateway says it
 */
record ForwardedHead(String method, String target, String authority, HttpHeaders headers, boolean expectsContinue) {
    /** What the target is called: as its settings say, or as the client called it. */
    String host(Target target) {
        String host = target.host();
        if (host != null) {
            return host;
        }
        return authority.isEmpty() ? target.authority() : authority;
    }
}
