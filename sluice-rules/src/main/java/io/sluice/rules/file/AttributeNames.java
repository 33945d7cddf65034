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
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,60}");
    private static final List<String> PREFIXES = List.of("header", "cookie", "query");
    private final Set<String> identities;
    private final Problems problems;

    AttributeNames(Set<String> identities, Problems problems) {
        this.identities = identities;
        this.problems = problems;
    }

    /** One that a request may bring: over HTTP, in a descriptor or with a question. Warns where the name is nearly another. */
    @Nullable
    Attribute any(String name, Place place) {
        Attribute attribute = brought(name, place, Set.of());
        String near = attribute == null ? null : near(name, Set.of());
        if (near != null) {
            problems.doubt(
                    place,
                    "only descriptors and /v1/check bring the attribute " + Shown.of(name),
                    "did you mean " + near + "?");
        }
        return attribute;
    }

    /** The same without a guess, with others that are known. */
    @Nullable
    Attribute brought(String name, Place place, Collection<String> others) {
        return read(name, place, known(others));
    }

    /** One of those that are known, or of these others. */
    @Nullable
    Attribute known(String name, Place place, Collection<String> others) {
        Set<String> known = known(others);
        Attribute attribute = read(name, place, known);
        if (attribute == null || attribute.kind() != Attribute.Kind.NAMED || known.contains(name)) {
            return attribute;
        }
        String near = Nearest.of(name, known);
        String named = "name it under clients, or as {" + name + "} in the path";
        problems.error(
                place, "unknown attribute " + Shown.of(name), near == null ? named : "did you mean " + near + "?");
        return null;
    }

    /** What a single client can be told by. */
    void client(String name, Place place) {
        any(name, place);
    }

    /** Whether {@code clients} says where a request over HTTP has it. */
    boolean isIdentity(String name) {
        return identities.contains(name);
    }

    private Set<String> known(Collection<String> others) {
        Set<String> known = new LinkedHashSet<>(ALWAYS);
        known.addAll(identities);
        known.addAll(others);
        return known;
    }

    private @Nullable Attribute read(String name, Place place, Set<String> known) {
        int dot = name.indexOf('.');
        String prefix = dot < 0 ? name : name.substring(0, dot);
        if (PREFIXES.contains(prefix)) {
            return prefixed(name, dot, place);
        }
        String right = known.contains(name) ? "" : right(name, known);
        if (right.isEmpty()) {
            return Attribute.of(name);
        }
        problems.error(place, "unknown attribute " + Shown.of(name), right);
        return null;
    }

    /** Empty if the name may come in a descriptor. */
    private static String right(String name, Set<String> known) {
        if (name.indexOf('.') >= 0) {
            return "before a dot stands header, cookie or query";
        }
        String sameLetters =
                known.stream().filter(name::equalsIgnoreCase).findFirst().orElse(null);
        if (sameLetters != null) {
            return "did you mean " + sameLetters + "?";
        }
        return NAME.matcher(name).matches() ? "" : "write a name such as user, host or header.user-agent";
    }

    /** What was perhaps meant; null if nothing. Keys of descriptors are called what their sender likes. */
    @Nullable
    String near(String name, Collection<String> others) {
        Set<String> known = known(others);
        String near = known.contains(name) || name.indexOf('.') >= 0 ? null : Nearest.of(name, known);
        return near == null || isNearByChance(name, near) ? null : near;
    }

    /** As {@code id} is to {@code ip}, {@code zip} too, and {@code key1} to {@code key2}. */
    private static boolean isNearByChance(String name, String near) {
        return name.length() < 3
                || (name.length() == 3 && name.charAt(0) != near.charAt(0))
                || withoutNumber(name).equals(withoutNumber(near));
    }

    private static String withoutNumber(String name) {
        return name.replaceFirst("[0-9]+$", "");
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
