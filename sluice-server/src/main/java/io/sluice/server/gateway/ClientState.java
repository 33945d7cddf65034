package io.sluice.server.gateway;

/** What a client's connection is about. */
enum ClientState {
    /** Between requests, or within a head. */
    HEAD,
    DECIDING,
    DELAYED,
    PASSING,
    /** Answered, but the rest of the request's body has to come before the next request can. */
    SKIPPING,
    /** Answered, and to be closed once the client has seen it. */
    LINGERING,
    TUNNEL,
    OVER
}
