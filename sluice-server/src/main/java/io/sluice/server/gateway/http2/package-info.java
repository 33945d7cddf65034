/**
 * The gateway's second way, for HTTP/2 on either side: requests and answers as objects, passed between a client's stream and an upstream's connection of the same event loop.
 * Slower than the way for HTTP/1.1 to HTTP/1.1, with the same rules behind it.
 */
@NullMarked
package io.sluice.server.gateway.http2;

import org.jspecify.annotations.NullMarked;
