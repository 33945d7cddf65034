/** {@code sluice serve}: the server, started and looked after. */
@NullMarked
package io.sluice.cli.serve;

import org.jspecify.annotations.NullMarked;
