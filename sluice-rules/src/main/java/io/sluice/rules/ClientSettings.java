package io.sluice.rules;

import java.util.List;
import java.util.Map;

/**
 * How a request says who asks.
 *
 * @param trustedProxies CIDRs of peers whose forwarding headers, and plain headers that name a user or plan, are believed
 * @param forwardedBy the one header that trusted proxies write: x-forwarded-for, forwarded, or none
 * @param hops if above 0: so many proxies in front, counted from the right, instead of a list of them
 * @param ipv6Prefix bits of an IPv6 address that are one client
 * @param identities user, api-key and whatever else the file names, in its order
 */
public record ClientSettings(
        List<String> trustedProxies, String forwardedBy, int hops, int ipv6Prefix, Map<String, Source> identities) {

    public ClientSettings {
        trustedProxies = List.copyOf(trustedProxies);
        identities = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(identities));
    }
}
