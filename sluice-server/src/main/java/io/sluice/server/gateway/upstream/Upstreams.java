package io.sluice.server.gateway.upstream;

import org.jspecify.annotations.Nullable;

/** Finds where a request goes. */
public interface Upstreams {
    /**
     * By the first route that fits.
     *
     * @param host as the request says, with its port if it has one, in any case; null if it does not say
     * @param path normal, without query, as rules match it
     * @return null if no route fits
     */
    @Nullable
    Upstream find(@Nullable String host, String path);
}
