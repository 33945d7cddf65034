package io.sluice.rules.match;

import io.sluice.rules.Attribute;
import io.sluice.rules.Attributes;
import io.sluice.rules.PathSettings;
import io.sluice.rules.list.Address;
import io.sluice.rules.list.Cidr;
import java.util.List;
import java.util.function.Predicate;

/** A {@link Condition}, made ready to be checked. */
public final class Requirement {
    private final Attribute attribute;
    private final List<Predicate<String>> anyOf;
    private final String text;

    private Requirement(Attribute attribute, List<Predicate<String>> anyOf, String text) {
        this.attribute = attribute;
        this.text = text;
        this.anyOf = anyOf;
    }

    /**
     * Header values and hosts are compared without their case, a path is covered by a path pattern, {@code ip} an address or a network, a host without a port is that
     * host on any port; all others are compared as they are.
     *
     * @throws IllegalArgumentException if a pattern or network is malformed, with what would be right
     */
    public static Requirement of(Condition condition, PathSettings paths) {
        Attribute attribute = condition.attribute();
        return new Requirement(
                attribute,
                condition.globs().stream()
                        .map(glob -> predicate(attribute.kind(), glob, paths))
                        .toList(),
                attribute + " is not " + String.join(" or ", condition.globs()));
    }

    private static Predicate<String> predicate(Attribute.Kind kind, String glob, PathSettings paths) {
        return switch (kind) {
            case PATH -> {
                PathPattern pattern = PathPattern.parse(glob);
                yield path -> pattern.covers(path, paths);
            }
            case IP -> network(glob);
            case HOST -> host(glob);
            case HEADER -> new Glob(glob, true)::covers;
            default -> new Glob(glob, false)::covers;
        };
    }

    private static Predicate<String> network(String text) {
        Cidr network = Cidr.parse(text);
        return ip -> {
            Address address = Address.of(ip);
            return address != null && network.contains(address);
        };
    }

    private static Predicate<String> host(String text) {
        Glob glob = new Glob(text, true);
        return portAt(text) >= 0
                ? glob::covers
                : host -> {
                    int port = portAt(host);
                    return glob.covers(host, 0, port < 0 ? host.length() : port);
                };
    }

    /** Where the port's colon is; negative if there is none. Colons in brackets are an address's. */
    private static int portAt(String host) {
        int colon = host.lastIndexOf(':');
        return colon > host.lastIndexOf(']') ? colon : -1;
    }

    /** What does not hold where it does not: {@code host is not *.example.com}. */
    @Override
    public String toString() {
        return text;
    }

    public boolean holds(Attributes attributes) {
        String value = attributes.get(attribute);
        if (value == null) {
            return false;
        }
        for (Predicate<String> one : anyOf) {
            if (one.test(value)) {
                return true;
            }
        }
        return false;
    }
}
