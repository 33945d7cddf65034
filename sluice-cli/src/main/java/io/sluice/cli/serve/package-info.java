/** {@code sluice serve}: a demo application behind one limit. */
@NullMarked
package io.sluice.cli.serve;

import org.jspecify.annotations.NullMarked;
