/** Who has which plan. */
@org.jspecify.annotations.NullMarked
package io.sluice.rules.plan;
