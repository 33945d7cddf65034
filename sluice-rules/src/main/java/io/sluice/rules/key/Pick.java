package io.sluice.rules.key;

import io.sluice.core.Key;
import io.sluice.rules.Attribute;
import io.sluice.rules.Attributes;
import io.sluice.rules.PathSettings;
import io.sluice.rules.Per;
import io.sluice.rules.list.Address;
import io.sluice.rules.match.PathPattern;
import org.jspecify.annotations.Nullable;

/** One attribute to count by, made ready for one rule. */
final class Pick {
    private static final int WHOLE_IPV4 = 32;
    private static final String NO_PATTERN = "*";

    private final Attribute attribute;
    private final String kind;
    private final long kindHash;
    private final int ipv4Prefix;
    private final int ipv6Prefix;
    private final PathSettings paths;
    /** The rule's, if the attribute is one of its variables. */
    private final @Nullable PathPattern variableOf;
    /** Of an attribute that is the same for every request. */
    private final @Nullable String constant;

    Pick(Per.Choice choice, @Nullable PathPattern path, PathSettings paths, int usualIpv6Prefix, long start) {
        this.attribute = choice.attribute();
        this.ipv4Prefix = choice.ipv4Prefix();
        this.ipv6Prefix = choice.ipv6Prefix() == 0 ? usualIpv6Prefix : choice.ipv6Prefix();
        this.kind = attribute + prefixes(choice);
        this.kindHash = Key.and(start, kind);
        this.paths = paths;
        boolean variable = attribute.kind() == Attribute.Kind.NAMED
                && path != null
                && path.variables().contains(attribute.name());
        this.variableOf = variable ? path : null;
        boolean endpoint = attribute.kind() == Attribute.Kind.ENDPOINT;
        this.constant = endpoint ? (path == null ? NO_PATTERN : path.toString()) : null;
    }

    private static String prefixes(Per.Choice choice) {
        if (choice.ipv6Prefix() != 0) {
            return "/" + choice.ipv4Prefix() + "/" + choice.ipv6Prefix();
        }
        return choice.ipv4Prefix() == WHOLE_IPV4 ? "" : "/" + choice.ipv4Prefix();
    }

    String kind() {
        return kind;
    }

    /** What the request has; null if it has none. */
    @Nullable
    String given(Attributes attributes) {
        if (constant != null) {
            return constant;
        }
        if (variableOf != null) {
            String path = attributes.get(Attribute.PATH);
            return path == null ? null : variableOf.variable(attribute.name(), path, paths);
        }
        String value = attributes.get(attribute);
        return value == null || value.isEmpty() ? null : value;
    }

    /** Goes on with the hash of a key: with the address's network where it is one, else with the text. */
    long hash(long before, String given) {
        Address network = network(given);
        if (network == null) {
            return Key.and(before ^ kindHash, Lengthy.shortened(given));
        }
        if (network.isIpv4() && ipv4Prefix == WHOLE_IPV4) {
            return Key.and(before ^ kindHash, network.toString());
        }
        return Key.and(Key.and(before ^ kindHash, network.high()), network.low());
    }

    /** As it stands in the key. */
    String value(String given) {
        Address network = network(given);
        return network == null ? Lengthy.shortened(given) : network.toString();
    }

    /** Null for what is taken as it is: anything but an address, and a whole IPv4 address, of which there is one spelling. */
    private @Nullable Address network(String given) {
        if (attribute.kind() != Attribute.Kind.IP || (ipv4Prefix == WHOLE_IPV4 && given.indexOf(':') < 0)) {
            return null;
        }
        Address address = Address.of(given);
        if (address == null) {
            return null;
        }
        return address.masked(address.isIpv4() ? ipv4Prefix : ipv6Prefix);
    }
}
