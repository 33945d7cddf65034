/** Keys: what a rule counts by, as a hash for tables in memory and as text for everything else. */
@org.jspecify.annotations.NullMarked
package io.sluice.rules.key;
