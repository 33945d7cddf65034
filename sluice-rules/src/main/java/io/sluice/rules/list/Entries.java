package io.sluice.rules.list;

import io.sluice.rules.Attribute;
import io.sluice.rules.Attributes;
import io.sluice.rules.PathSettings;
import io.sluice.rules.match.Condition;
import io.sluice.rules.match.Requirement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Entries of a list, made ready: networks in one search, values without gaps in another, and only the rest one by one. Asking allocates nothing. */
final class Entries {
    private final CidrSet networks;
    private final List<Values> values;
    private final List<List<Requirement>> others;

    private Entries(CidrSet networks, List<Values> values, List<List<Requirement>> others) {
        this.networks = networks;
        this.values = values;
        this.others = others;
    }

    /** What one attribute may be. */
    private record Values(Attribute attribute, Set<String> anyOf) {
        boolean cover(Attributes attributes) {
            String value = attributes.get(attribute);
            return value != null && anyOf.contains(value);
        }
    }

    boolean cover(Attributes attributes) {
        return networksCover(attributes) || valuesCover(attributes) || othersCover(attributes);
    }

    private boolean networksCover(Attributes attributes) {
        if (networks.isEmpty()) {
            return false;
        }
        String ip = attributes.get(Attribute.IP);
        return ip != null && networks.contains(ip);
    }

    private boolean valuesCover(Attributes attributes) {
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).cover(attributes)) {
                return true;
            }
        }
        return false;
    }

    private boolean othersCover(Attributes attributes) {
        for (int i = 0; i < others.size(); i++) {
            if (allHold(others.get(i), attributes)) {
                return true;
            }
        }
        return false;
    }

    private static boolean allHold(List<Requirement> requirements, Attributes attributes) {
        for (int i = 0; i < requirements.size(); i++) {
            if (!requirements.get(i).holds(attributes)) {
                return false;
            }
        }
        return true;
    }

    /** Collects entries; what is malformed is an {@link IllegalArgumentException} with what would be right. */
    static final class Builder {
        private final PathSettings paths;
        private final List<Cidr> networks = new ArrayList<>();
        private final Map<Attribute, Set<String>> values = new HashMap<>();
        private final List<List<Requirement>> others = new ArrayList<>();

        Builder(PathSettings paths) {
            this.paths = paths;
        }

        void add(Cidr network) {
            networks.add(network);
        }

        void add(List<Condition> all) {
            Condition first = all.get(0);
            if (all.size() > 1) {
                addOthers(all);
            } else if (first.attribute().kind() == Attribute.Kind.IP) {
                first.globs().forEach(network -> add(Cidr.parse(network)));
            } else if (isPlain(first)) {
                values.computeIfAbsent(first.attribute(), attribute -> new HashSet<>())
                        .addAll(first.globs());
            } else {
                addOthers(all);
            }
        }

        private void addOthers(List<Condition> all) {
            others.add(all.stream()
                    .map(condition -> Requirement.of(condition, paths))
                    .toList());
        }

        /** Whether the attribute is compared as it is, and the globs have no gaps. */
        private static boolean isPlain(Condition condition) {
            return switch (condition.attribute().kind()) {
                case NAMED, PLAN, COOKIE, QUERY ->
                    condition.globs().stream().allMatch(glob -> glob.indexOf('*') < 0 && glob.indexOf('?') < 0);
                default -> false;
            };
        }

        Entries build() {
            List<Values> sets = values.entrySet().stream()
                    .map(entry -> new Values(entry.getKey(), Set.copyOf(entry.getValue())))
                    .toList();
            return new Entries(CidrSet.of(networks), sets, List.copyOf(others));
        }
    }
}
