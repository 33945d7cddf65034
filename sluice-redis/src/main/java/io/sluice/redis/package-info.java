/** Limits that many processes share through Redis. */
@NullMarked
package io.sluice.redis;

import org.jspecify.annotations.NullMarked;
