/** The gateway and the other doors, beside the servers that people would use instead. */
@NullMarked
package io.sluice.benchmarks.gateway;

import org.jspecify.annotations.NullMarked;
