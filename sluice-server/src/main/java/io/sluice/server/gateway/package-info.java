/** The gateway: lets requests through to upstreams as the rules say, byte for byte. */
@NullMarked
package io.sluice.server.gateway;

import org.jspecify.annotations.NullMarked;
