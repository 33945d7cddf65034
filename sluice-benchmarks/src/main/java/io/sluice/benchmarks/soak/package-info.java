/** The server under everything at once, for minutes. */
@NullMarked
package io.sluice.benchmarks.soak;

import org.jspecify.annotations.NullMarked;
