/** {@code sluice simulate}: decisions for a stream of events in virtual time. */
@NullMarked
package io.sluice.cli.simulate;

import org.jspecify.annotations.NullMarked;
