package io.sluice.rules.match;

import io.sluice.rules.Attribute;
import io.sluice.rules.Attributes;
import io.sluice.rules.PathSettings;
import java.util.List;
import java.util.Set;

/** What a {@link Match} asks for besides the path. */
public final class Matcher {
    private static final String GET = "GET";
    private static final String HEAD = "HEAD";

    private final Set<String> methods;
    private final List<Requirement> requirements;
    private final boolean takesAll;

    /** @throws IllegalArgumentException if a pattern or network is malformed, with what would be right */
    public Matcher(Match match, PathSettings paths) {
        this.methods = match.methods();
        this.requirements = match.conditions().stream()
                .map(condition -> Requirement.of(condition, paths))
                .toList();
        this.takesAll = methods.isEmpty() && requirements.isEmpty();
    }

    public boolean takes(Attributes attributes) {
        return takesAll || (takesMethod(methods, attributes) && allHold(attributes));
    }

    /** What it asks for and the request has not, in words; empty if it takes the request. */
    public String missing(Attributes attributes) {
        if (!takesMethod(methods, attributes)) {
            return "the method is not "
                    + String.join(" or ", methods.stream().sorted().toList());
        }
        return requirements.stream()
                .filter(one -> !one.holds(attributes))
                .findFirst()
                .map(Requirement::toString)
                .orElse("");
    }

    /** No methods are all methods. What holds for GET holds for HEAD: it does the same work, and would be a way around the limit. */
    public static boolean takesMethod(Set<String> methods, Attributes attributes) {
        if (methods.isEmpty()) {
            return true;
        }
        String method = attributes.get(Attribute.METHOD);
        return method != null && (methods.contains(method) || (method.equals(HEAD) && methods.contains(GET)));
    }

    private boolean allHold(Attributes attributes) {
        for (int i = 0; i < requirements.size(); i++) {
            if (!requirements.get(i).holds(attributes)) {
                return false;
            }
        }
        return true;
    }
}
