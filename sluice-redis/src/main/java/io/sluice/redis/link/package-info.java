/** The way to Redis, whichever way it is set up: alone, watched by Sentinel, or a Cluster. */
@NullMarked
package io.sluice.redis.link;

import org.jspecify.annotations.NullMarked;
