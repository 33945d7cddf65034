package io.sluice.server.gateway.http2;

import io.sluice.http.Verdict;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.Upstream;

/**
 * What has been found out about a request before it came here: that it passes, and whereto. The target has been begun.
 *
 * @param requests that have come on its connection, this one included
 */
record Decided(Verdict verdict, Upstream upstream, Target target, int requests) {}
