/** The library: say a {@link io.sluice.core.Limit}, make a {@link io.sluice.core.RateLimiter}, read the {@link io.sluice.core.Decision}. */
@NullMarked
package io.sluice.core;

import org.jspecify.annotations.NullMarked;
