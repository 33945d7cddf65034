package io.sluice.http.field;

import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what is left out of fields that others wrote; nothing out of malformed ones. */
final class RemainingText {
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,15}");
    private static final String ITEM =
            "(?:\"(?:[ !#-\\[\\]-~]|\\\\[\"\\\\])*\"|[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*)";
    private static final String PARAMETER =
            "; *[a-z*][a-z0-9_.*-]*(?:=(?:[0-9]{1,15}|:[A-Za-z0-9+/=]*:|" + ITEM + "))?";
    private static final Pattern NAMED = Pattern.compile(ITEM + "((?:" + PARAMETER + ")*)");
    private static final Pattern LEFT = Pattern.compile("; *r=([0-9]{1,15})(?![^;])");
    private static final Pattern QUOTA = Pattern.compile("; *q=([0-9]{1,15})(?![^;])");
    private static final Pattern MEMBER = Pattern.compile("remaining=([0-9]{1,15})");
    private static final int LONGEST = 1_024;

    private RemainingText() {}

    /** The least of all quotas; empty if a field is missing or malformed. */
    static OptionalLong of(Preset preset, List<Field> fields) {
        return switch (preset) {
            case IETF -> named(value(fields, "RateLimit-Policy"), value(fields, "RateLimit"));
            case IETF_07 -> member(value(fields, "RateLimit"));
            case IETF_06, KONG -> number(value(fields, "RateLimit-Remaining"));
            case X_RATELIMIT, X_DELTA, GITHUB, ENVOY -> number(value(fields, "X-RateLimit-Remaining"));
            case RETRY_AFTER_ONLY, NONE -> OptionalLong.empty();
        };
    }

    private static String value(List<Field> fields, String name) {
        return fields.stream()
                .filter(field -> field.name().equals(name))
                .map(Field::value)
                .filter(value -> value.length() <= LONGEST)
                .findFirst()
                .orElse("");
    }

    private static OptionalLong number(String text) {
        return DIGITS.matcher(text.strip()).matches()
                ? OptionalLong.of(Long.parseLong(text.strip()))
                : OptionalLong.empty();
    }

    private static OptionalLong member(String text) {
        for (String part : text.split(",", -1)) {
            Matcher matcher = MEMBER.matcher(part.strip());
            if (matcher.matches()) {
                return OptionalLong.of(Long.parseLong(matcher.group(1)));
            }
        }
        return OptionalLong.empty();
    }

    private static OptionalLong named(String quotas, String left) {
        boolean understood = quotas.isEmpty() || least(quotas, QUOTA).isPresent();
        return understood ? least(left, LEFT) : OptionalLong.empty();
    }

    /** Item by item, so that a malformed one makes the whole field malformed, as structured fields have it. */
    private static OptionalLong least(String text, Pattern parameter) {
        Matcher items = NAMED.matcher(text);
        long least = Long.MAX_VALUE;
        int at = skipBlanks(text, 0);
        while (items.region(at, text.length()).lookingAt()) {
            Matcher value = parameter.matcher(items.group(1));
            if (!value.find()) {
                return OptionalLong.empty();
            }
            least = Math.min(least, Long.parseLong(value.group(1)));
            at = skipBlanks(text, items.end());
            if (at == text.length()) {
                return OptionalLong.of(least);
            }
            if (text.charAt(at) != ',') {
                return OptionalLong.empty();
            }
            at = skipBlanks(text, at + 1);
        }
        return OptionalLong.empty();
    }

    private static int skipBlanks(String text, int from) {
        int at = from;
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        return at;
    }
}
