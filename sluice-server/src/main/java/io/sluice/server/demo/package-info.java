/** An application to try limits on. */
@NullMarked
package io.sluice.server.demo;

import org.jspecify.annotations.NullMarked;
