/** What the tests of other limiters expect, as far as it is wanted here too: see the files in {@code conformance/}. */
package io.sluice.conformance;
