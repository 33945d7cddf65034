package io.sluice.server.gateway;

/** Fired as events through the pipelines of all connections when the gateway is about to close. */
public enum Draining {
    /** From now on an answer says that its connection ends behind it. Idle connections stay for requests that are on their way. */
    SOON,
    /** Connections without a request, or not yet open for one, close themselves; the others after it. */
    NOW
}
