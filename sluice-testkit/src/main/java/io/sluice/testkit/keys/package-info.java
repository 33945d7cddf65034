/** Which keys of a rule file the tests of a door show, and which they forget. */
@NullMarked
package io.sluice.testkit.keys;

import org.jspecify.annotations.NullMarked;
