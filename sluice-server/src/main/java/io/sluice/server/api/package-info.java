/** The decision API: what other servers ask over HTTP, on one port with gRPC. */
@NullMarked
package io.sluice.server.api;

import org.jspecify.annotations.NullMarked;
