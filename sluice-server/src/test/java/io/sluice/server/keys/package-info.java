/** Keys of a rule file about the server, seen through its doors. */
@NullMarked
package io.sluice.server.keys;

import org.jspecify.annotations.NullMarked;
