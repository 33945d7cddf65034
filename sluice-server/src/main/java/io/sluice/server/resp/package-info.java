/** The door for Redis clients: {@code CL.THROTTLE}, and what it takes to connect. */
@NullMarked
package io.sluice.server.resp;

import org.jspecify.annotations.NullMarked;
