/** Addresses, networks, and the lists of clients that are never or always let through. */
@org.jspecify.annotations.NullMarked
package io.sluice.rules.list;
