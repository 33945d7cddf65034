/** What clients may hold of this process: memory for requests that are not whole, and connections. */
@NullMarked
package io.sluice.server.bounds;

import org.jspecify.annotations.NullMarked;
