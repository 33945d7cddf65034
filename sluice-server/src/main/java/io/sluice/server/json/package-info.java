/** JSON from clients, read in one way only. */
@NullMarked
package io.sluice.server.json;

import org.jspecify.annotations.NullMarked;
