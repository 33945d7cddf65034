package io.sluice.http.client;

import io.sluice.http.HttpRequest;
import io.sluice.rules.Attribute;
import io.sluice.rules.Cost;
import io.sluice.rules.Per;
import io.sluice.rules.Rule;
import io.sluice.rules.RuleSet;
import io.sluice.rules.Source;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds requests that say twice who asks or what they cost. One server in a row may believe the first, another the last: such a request
 * would be counted under one name and served under another.
 */
public final class Suspicion {
    private static final int LONGEST_VALUE = 1_024;
    private static final int LONGEST_TOKEN = 16_384;
    private static final List<String> FORWARDING = List.of(
            "forwarded",
            "x-forwarded-for",
            "x-forwarded-host",
            "x-forwarded-port",
            "x-forwarded-proto",
            "x-forwarded-prefix",
            "x-real-ip");

    private final List<Attribute> single;
    private final Set<Attribute> tokens = new LinkedHashSet<>();
    /** Names of headers that an alias with underscores must not stand for. */
    private final Set<String> guarded = new TreeSet<>(FORWARDING);

    public Suspicion(RuleSet rules) {
        Set<Attribute> all = new LinkedHashSet<>();
        rules.clients().identities().values().forEach(source -> guard(source, all));
        if (rules.plan() != null && rules.plan().source() != null) {
            guard(rules.plan().source(), all);
        }
        rules.rules().forEach(rule -> guard(rule, all));
        this.single = List.copyOf(all);
        single.stream()
                .filter(attribute -> attribute.kind() == Attribute.Kind.HEADER)
                .forEach(attribute -> guarded.add(attribute.name()));
    }

    private void guard(Source source, Set<Attribute> all) {
        all.add(Identity.attribute(source));
        if (source instanceof Source.Jwt) {
            tokens.add(Identity.attribute(source));
        }
    }

    private static void guard(Rule rule, Set<Attribute> all) {
        if (rule.cost() instanceof Cost.Said said) {
            guard(said.attribute(), all);
        }
        for (Per per : rule.per()) {
            per.choices().forEach(choice -> guard(choice.attribute(), all));
        }
    }

    private static void guard(Attribute attribute, Set<Attribute> all) {
        switch (attribute.kind()) {
            case HEADER, COOKIE, QUERY -> all.add(attribute);
            default -> {}
        }
    }

    /** What is wrong with the request, for its sender; null if nothing is. */
    public @Nullable String of(HttpRequest request) {
        String wrong = request.hasUnderscoredHeader() ? alias(request) : null;
        for (int i = 0; wrong == null && i < single.size(); i++) {
            wrong = wrong(single.get(i), request);
        }
        return wrong;
    }

    private @Nullable String alias(HttpRequest request) {
        for (String name : request.headerNames()) {
            if (name.indexOf('_') >= 0 && isAlias(name)) {
                return "The header " + name + " must be written with hyphens.";
            }
        }
        return null;
    }

    private boolean isAlias(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return !guarded.contains(lower) && guarded.contains(lower.replace('_', '-'));
    }

    private @Nullable String wrong(Attribute attribute, HttpRequest request) {
        boolean missing = attribute.kind() == Attribute.Kind.HEADER && request.count(attribute.name()) == 0;
        return missing ? null : wrong(attribute, Identity.values(attribute, request));
    }

    private @Nullable String wrong(Attribute attribute, List<String> values) {
        if (values.size() > 1 && (attribute.kind() == Attribute.Kind.HEADER || isContradictory(values))) {
            return "More than one " + attribute + " was sent; send it once.";
        }
        int longest = tokens.contains(attribute) ? LONGEST_TOKEN : LONGEST_VALUE;
        if (!values.isEmpty() && values.get(0).length() > longest) {
            return "The value of " + attribute + " is longer than " + longest + " characters.";
        }
        return null;
    }

    private static boolean isContradictory(List<String> values) {
        return values.stream().distinct().count() > 1;
    }
}
