package io.sluice.server.api;

/** Fired as an event through the pipelines of all connections when the API is about to close: those without a request close themselves, the others after it. */
enum Draining {
    NOW
}
