package io.sluice.server.gateway.http2;

/** What comes after a head. */
enum Rest {
    /** Nothing: the message is whole. */
    NOTHING,
    /** Perhaps a body, then the end. */
    FOLLOWS
}
