package io.sluice.server.api;

import io.sluice.core.Limit;
import io.sluice.server.json.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Reads one question: what is wrong with it is told with where it is and what would be right. */
final class CheckReader {
    private static final Set<String> BY_RULES = Set.of("attributes", "permits");
    private static final Set<String> BY_LIMITS = Set.of("limit", "key", "permits", "name");
    private static final int MOST_LIMITS = 16;
    /** Questions that are one decision. */
    static final int MOST_TOGETHER = 100;

    private static final String INDEPENDENT = "write \"independent\": true";
    private static final int LONGEST_KEY = 1_024;
    private static final int LONGEST_NAME = 100;
    private static final String FORMS = "ask with attributes, or with limit and key";

    private final AttributesReader attributes;

    CheckReader(AttributesReader attributes) {
        this.attributes = attributes;
    }

    Check read(JsonNode json, String at) throws ProblemException {
        if (!json.isObject()) {
            throw new ProblemException(at, "a question is an object; " + FORMS);
        }
        if (json.has("attributes") == json.has("limit")) {
            throw new ProblemException(at, json.has("limit") ? "attributes and limit exclude each other" : FORMS);
        }
        return json.has("limit") ? byLimits(json, at) : byRules(json, at);
    }

    /** All by limits, since they are decided as one. */
    List<Check.ByLimits> readTogether(JsonNode checks, String at) throws ProblemException {
        if (checks.size() > MOST_TOGETHER) {
            throw new ProblemException(
                    at,
                    "at most " + MOST_TOGETHER + " limits are decided as one; " + INDEPENDENT + " for each by itself");
        }
        List<Check.ByLimits> all = new ArrayList<>();
        for (int i = 0; i < checks.size(); i++) {
            if (!(read(checks.get(i), at + "/" + i) instanceof Check.ByLimits byLimits)) {
                throw new ProblemException(
                        at + "/" + i,
                        "limits are decided as one, all or none, and attributes by themselves; " + INDEPENDENT
                                + " beside checks, or ask in two requests");
            }
            all.add(byLimits);
        }
        return all;
    }

    private Check byRules(JsonNode json, String at) throws ProblemException {
        refuseOthers(json, BY_RULES, at);
        return new Check.ByRules(attributes.read(json.get("attributes"), at + "/attributes"), permits(json, at));
    }

    private static Check.ByLimits byLimits(JsonNode json, String at) throws ProblemException {
        refuseOthers(json, BY_LIMITS, at);
        List<Limit> limits = limits(json.get("limit"), at + "/limit");
        String usual = limits.stream().map(Limit::toString).collect(Collectors.joining("; "));
        String name = json.has("name") ? text(json, "name", at, LONGEST_NAME) : usual;
        return new Check.ByLimits("check:" + name, limits, text(json, "key", at, LONGEST_KEY), permits(json, at));
    }

    private static List<Limit> limits(JsonNode json, String at) throws ProblemException {
        List<Limit> limits = new ArrayList<>();
        if (!json.isArray()) {
            limits.add(limit(json, at));
            return limits;
        }
        if (json.isEmpty() || json.size() > MOST_LIMITS) {
            throw new ProblemException(at, "give 1 to " + MOST_LIMITS + " limits, such as 10/s burst 20");
        }
        for (int i = 0; i < json.size(); i++) {
            limits.add(limit(json.get(i), at + "/" + i));
        }
        return limits;
    }

    private static Limit limit(JsonNode json, String at) throws ProblemException {
        if (!json.isString()) {
            throw new ProblemException(at, "a limit is a text such as 10/s burst 20, or a list of them");
        }
        try {
            return Limit.parse(json.stringValue());
        } catch (IllegalArgumentException e) {
            throw new ProblemException(at, String.valueOf(e.getMessage()));
        }
    }

    private static String text(JsonNode json, String member, String at, int longest) throws ProblemException {
        JsonNode text = json.get(member);
        if (text == null) {
            throw new ProblemException(at, member + " is missing; it says whose permits are counted");
        }
        if (!text.isString()
                || text.stringValue().isEmpty()
                || text.stringValue().length() > longest) {
            throw new ProblemException(
                    at + "/" + member, member + " must be a text of 1 to " + longest + " characters");
        }
        return text.stringValue();
    }

    private static long permits(JsonNode json, String at) throws ProblemException {
        JsonNode permits = json.get("permits");
        if (permits == null) {
            return 1;
        }
        if (!permits.isIntegralNumber()
                || !permits.canConvertToLong()
                || permits.longValue() < 0
                || permits.longValue() > Limit.MOST_PERMITS) {
            throw new ProblemException(
                    at + "/permits",
                    "permits must be a whole number from 0, which only looks, to " + Limit.MOST_PERMITS);
        }
        return permits.longValue();
    }

    private static void refuseOthers(JsonNode json, Set<String> known, String at) throws ProblemException {
        for (String name : json.propertyNames()) {
            if (!known.contains(name)) {
                throw new ProblemException(
                        at + "/" + Pointer.escaped(name),
                        "unknown member; known beside it are "
                                + known.stream().sorted().collect(Collectors.joining(", ")));
            }
        }
    }
}
