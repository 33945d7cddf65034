package io.sluice.http.answer;

import io.sluice.http.answer.Preferences.Preference;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What a rule wants its clients to be told, in the language they like best. */
final class Message {
    private static final String ALL_OTHERS = "";

    private Message() {}

    /** @param otherwise where the rule has nothing in a language that the client takes, and nothing for all others */
    static String of(Map<String, String> byLanguage, List<String> acceptLanguage, String otherwise) {
        if (byLanguage.isEmpty()) {
            return otherwise;
        }
        Map<String, String> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        known.putAll(byLanguage);
        return Preferences.parse(acceptLanguage).stream()
                .filter(preference -> preference.quality() > 0)
                .sorted(Comparator.comparingDouble(Preference::quality).reversed())
                .map(preference -> nearest(known, preference.range()))
                .filter(message -> !message.isEmpty())
                .findFirst()
                .orElse(known.getOrDefault(ALL_OTHERS, otherwise));
    }

    /** {@code de-AT} is content with {@code de}, and {@code de} with {@code de-AT}. */
    private static String nearest(Map<String, String> known, String range) {
        for (String tag = range; !tag.isEmpty(); tag = tag.substring(0, Math.max(0, tag.lastIndexOf('-')))) {
            if (known.containsKey(tag)) {
                return known.get(tag);
            }
        }
        return known.entrySet().stream()
                .filter(entry -> entry.getKey().toLowerCase(Locale.ROOT).startsWith(range + "-"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }
}
