package io.sluice.rules;

import java.util.List;

/**
 * A part of what a rule counts by, with fallbacks: {@code user or api-key or ip}.
 *
 * @param choices the first that the request has counts
 * @param orElse what if it has none
 */
public record Per(List<Choice> choices, OrElse orElse) {
    /** Either way never unlimited by accident: leaving out must be written. */
    public enum OrElse {
        /** Count by address. */
        IP,
        /** The rule does not count for this request. */
        SKIP
    }

    /**
     * An attribute to count by.
     *
     * @param ipv4Prefix for {@code ip} only: bits that are one client; 32 but for {@code ip/24}
     * @param ipv6Prefix for {@code ip} only; 0: as the file's {@code clients.ip.ipv6-prefix} says; else from {@code ip/24/48}
     */
    public record Choice(Attribute attribute, int ipv4Prefix, int ipv6Prefix) {
        public static Choice of(Attribute attribute) {
            return new Choice(attribute, 32, 0);
        }
    }

    public Per {
        choices = List.copyOf(choices);
    }
}
