/** Examples in documents: they run, and give what their comments say. */
@NullMarked
package io.sluice.testkit.docs;

import org.jspecify.annotations.NullMarked;
