/** What came through the gateway, and what became of it: one line for each request. */
@NullMarked
package io.sluice.server.gateway.access;

import org.jspecify.annotations.NullMarked;
