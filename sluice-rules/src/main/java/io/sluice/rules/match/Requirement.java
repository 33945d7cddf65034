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
            case HOST -> new HostGlob(glob)::covers;
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
