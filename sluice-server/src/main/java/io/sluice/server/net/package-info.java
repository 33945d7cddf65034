/** Event loops and listening sockets: what all doors stand on. */
@NullMarked
package io.sluice.server.net;

import org.jspecify.annotations.NullMarked;
