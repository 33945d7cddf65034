/** Decisions that meet in the same moment travel together. */
@NullMarked
package io.sluice.redis.batch;

import org.jspecify.annotations.NullMarked;
