/** Where the gateway sends what passes: routes, the upstreams they lead to, and how each of their targets is. */
@NullMarked
package io.sluice.server.gateway.upstream;

import org.jspecify.annotations.NullMarked;
