package io.sluice.http.client;

import org.jspecify.annotations.Nullable;

/** The nodes that a line of a forwarding header names, from the right. */
interface Nodes {
    /** Null after the leftmost; text that names no node, such as {@code ""}, for what is malformed. */
    @Nullable
    String next();
}
