/** What every HTTP door shares: client addresses, paths, attributes, header fields and answers. */
@org.jspecify.annotations.NullMarked
package io.sluice.http;
