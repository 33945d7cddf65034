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

    private final Set<Attribute> single = new LinkedHashSet<>();
    private final Set<Attribute> tokens = new LinkedHashSet<>();
    /** Names of headers that an alias with underscores must not stand for. */
    private final Set<String> guarded = new TreeSet<>(FORWARDING);

    public Suspicion(RuleSet rules) {
        rules.clients().identities().values().forEach(this::guard);
        if (rules.plan() != null && rules.plan().source() != null) {
            guard(rules.plan().source());
        }
        rules.rules().forEach(this::guard);
        single.stream()
                .filter(attribute -> attribute.kind() == Attribute.Kind.HEADER)
                .forEach(attribute -> guarded.add(attribute.name()));
    }

    private void guard(Source source) {
        single.add(Identity.attribute(source));
        if (source instanceof Source.Jwt) {
            tokens.add(Identity.attribute(source));
        }
    }

    private void guard(Rule rule) {
        if (rule.cost() instanceof Cost.Said said) {
            guard(said.attribute());
        }
        for (Per per : rule.per()) {
            per.choices().forEach(choice -> guard(choice.attribute()));
        }
    }

    private void guard(Attribute attribute) {
        switch (attribute.kind()) {
            case HEADER, COOKIE, QUERY -> single.add(attribute);
            default -> {}
        }
    }

    /** What is wrong with the request, for its sender; null if nothing is. */
    public @Nullable String of(HttpRequest request) {
        for (String name : request.headerNames()) {
            if (name.indexOf('_') >= 0 && isAlias(name)) {
                return "The header " + name + " must be written with hyphens.";
            }
        }
        for (Attribute attribute : single) {
            String wrong = wrong(attribute, Identity.values(attribute, request));
            if (wrong != null) {
                return wrong;
            }
        }
        return null;
    }

    private boolean isAlias(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return !guarded.contains(lower) && guarded.contains(lower.replace('_', '-'));
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
