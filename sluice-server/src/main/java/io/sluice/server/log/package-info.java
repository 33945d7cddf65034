/** What the process has to say, one line each. */
@NullMarked
package io.sluice.server.log;

import org.jspecify.annotations.NullMarked;
