package io.sluice.server.gateway;

/** Fired as an event through the pipelines of all connections when the gateway is about to close: those without a request, or not yet open for one, close themselves, the others after it. */
public enum Draining {
    NOW
}
