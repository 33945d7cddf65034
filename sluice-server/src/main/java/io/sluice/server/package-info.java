/** The server: a gateway in front of anything, and a decision service for other servers. One process, four doors, one rule engine behind all of them. */
@NullMarked
package io.sluice.server;

import org.jspecify.annotations.NullMarked;
