package io.sluice.rules.file;

import io.sluice.rules.Attribute;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads names of attributes, and knows which there can be. */
final class AttributeNames {
    /** What every request has, and words of {@code per} that no attribute can be called. */
    static final List<String> OF_REQUESTS = List.of(
            "method",
            "path",
            "host",
            "ip",
            "plan",
            "endpoint",
            "header",
            "cookie",
            "query",
            "global",
            "skip",
            "or",
            "otherwise",
            "file");

    private static final List<String> ALWAYS =
            List.of("method", "path", "host", "ip", "plan", "endpoint", "user", "api-key");
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_-]{0,60}");
    private static final List<String> PREFIXES = List.of("header", "cookie", "query");
    private final Set<String> identities;
    private final Problems problems;

    AttributeNames(Set<String> identities, Problems problems) {
        this.identities = identities;
        this.problems = problems;
    }

    /** A name that a door may bring along, unless it looks like a slip of the pen. */
    @Nullable
    Attribute any(String name, Place place) {
        return read(name, place, Set.of(), false);
    }

    /** What a single client can be told by. */
    void client(String name, Place place) {
        Set<String> known = new LinkedHashSet<>(List.of("user", "api-key", "ip"));
        known.addAll(identities);
        if (!known.contains(name)) {
            problems.error(place, "unknown identity " + Shown.of(name), Nearest.orAll(name, List.copyOf(known)));
        }
    }

    /** One of those that are known, or of these others. */
    @Nullable
    Attribute known(String name, Place place, Collection<String> others) {
        return read(name, place, others, true);
    }

    /** As {@link #any}, with others that are known besides. */
    @Nullable
    Attribute any(String name, Place place, Collection<String> others) {
        return read(name, place, others, false);
    }

    private @Nullable Attribute read(String name, Place place, Collection<String> others, boolean strict) {
        int dot = name.indexOf('.');
        String prefix = dot < 0 ? name : name.substring(0, dot);
        if (PREFIXES.contains(prefix)) {
            return prefixed(name, dot, place);
        }
        Set<String> known = new LinkedHashSet<>(ALWAYS);
        known.addAll(identities);
        known.addAll(others);
        if (known.contains(name)) {
            return Attribute.of(name);
        }
        String right = right(name, known, strict);
        if (right.isEmpty()) {
            return Attribute.of(name);
        }
        problems.error(place, "unknown attribute " + Shown.of(name), right);
        return null;
    }

    /** Empty if the name may come from a door. */
    private static String right(String name, Set<String> known, boolean strict) {
        if (name.indexOf('.') >= 0) {
            return "before a dot stands header, cookie or query";
        }
        String near = Nearest.of(name, known);
        if (near != null && (strict || !isNearByChance(name, near))) {
            return "did you mean " + near + "?";
        }
        if (!NAME.matcher(name).matches()) {
            return "write a name such as user, host or header.user-agent";
        }
        return strict ? "name it under clients, or as {" + name + "} in the path" : "";
    }

    /** As {@code id} is to {@code ip}, and {@code zip}. */
    private static boolean isNearByChance(String name, String near) {
        return name.length() < 3 || (name.length() == 3 && name.charAt(0) != near.charAt(0));
    }

    private @Nullable Attribute prefixed(String name, int dot, Place place) {
        if (dot < 0 || dot == name.length() - 1) {
            String prefix = dot < 0 ? name : name.substring(0, dot);
            problems.error(place, prefix + " needs a name", "write " + prefix + ".name");
            return null;
        }
        return Attribute.of(name);
    }
}
