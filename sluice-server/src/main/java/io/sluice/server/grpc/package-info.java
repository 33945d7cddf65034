/** Envoy's rate limit service over gRPC: hop one of what Envoy and others ask by descriptors. */
@NullMarked
package io.sluice.server.grpc;

import org.jspecify.annotations.NullMarked;
