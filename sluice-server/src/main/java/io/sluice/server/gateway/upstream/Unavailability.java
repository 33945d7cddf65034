package io.sluice.server.gateway.upstream;

import org.jspecify.annotations.Nullable;

/**
 * Why there is no target to send a request to.
 *
 * @param cause in a few words, for logs
 * @param target the one that it is about
 */
public record Unavailability(String cause, @Nullable Target target) {}
