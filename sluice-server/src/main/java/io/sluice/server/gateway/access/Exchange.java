package io.sluice.server.gateway.access;

import io.sluice.http.HttpRequest;
import io.sluice.http.Verdict;
import io.sluice.server.gateway.upstream.Target;
import org.jspecify.annotations.Nullable;

/**
 * A request and what became of it, once its answer has ended. Read before {@link AccessLog#log} returns, and not kept.
 *
 * @param request as it came, its headers still readable
 * @param protocol {@code HTTP/1.0}, {@code HTTP/1.1} or {@code HTTP/2}: what the client spoke
 * @param verdict null if nothing was decided, as about a request that was no HTTP
 * @param target that answered, or failed; null if the gateway answered by itself
 * @param error why no target gave a whole answer, in a few words; null if one did, or none was to
 * @param status of the answer; 0 if there was none
 * @param bytesIn of the request's body
 * @param bytesOut of the answer's body
 * @param nanos from the end of the request's head to the end of the answer
 */
public record Exchange(
        HttpRequest request,
        String protocol,
        @Nullable Verdict verdict,
        @Nullable Target target,
        @Nullable String error,
        int status,
        long bytesIn,
        long bytesOut,
        long nanos) {}
