/** The rules in force and all that decisions are made with. */
@NullMarked
package io.sluice.server.limits;

import org.jspecify.annotations.NullMarked;
