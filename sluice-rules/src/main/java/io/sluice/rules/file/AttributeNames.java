package io.sluice.rules.file;

import io.sluice.rules.Attribute;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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
    private static final List<String> PREFIXES = List.of("header", "cookie", "query");
    /** Shorter names come near to each other by chance. */
    private static final int LEAST_LETTERS = 4;

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
        if (dot >= 0) {
            problems.error(place, "unknown attribute " + Shown.of(name), "before a dot stands header, cookie or query");
            return null;
        }
        String near = strict || name.length() >= LEAST_LETTERS ? Nearest.of(name, known) : null;
        if (near != null) {
            problems.error(place, "unknown attribute " + Shown.of(name), "did you mean " + near + "?");
        } else if (strict) {
            problems.error(
                    place,
                    "unknown attribute " + Shown.of(name),
                    "name it under clients, or as {" + Shown.of(name) + "} in the path");
        }
        return near != null || strict ? null : Attribute.of(name);
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
