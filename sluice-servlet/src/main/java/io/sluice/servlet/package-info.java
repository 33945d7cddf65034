/** A Jakarta servlet filter. */
@org.jspecify.annotations.NullMarked
package io.sluice.servlet;
