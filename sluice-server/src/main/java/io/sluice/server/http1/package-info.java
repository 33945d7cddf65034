/** HTTP/1.1 at the level of bytes: heads read once into offsets, bodies followed by their framing only, answers written. */
@NullMarked
package io.sluice.server.http1;

import org.jspecify.annotations.NullMarked;
