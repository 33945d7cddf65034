/** What threads may see of each other's work, and what they never may. */
@NullMarked
package io.sluice.stress;

import org.jspecify.annotations.NullMarked;
