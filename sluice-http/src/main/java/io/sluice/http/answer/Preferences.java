package io.sluice.http.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A header that lists what a client takes, with how gladly: {@code text/html, application/json;q=0.5}. */
final class Preferences {
    /** More are not looked at. */
    private static final int MOST_RANGES = 64;

    /**
     * One of them.
     *
     * @param range in lower case, without parameters
     * @param quality 0 (not at all) to 1
     */
    record Preference(String range, double quality) {}

    private Preferences() {}

    /** In the header's order; what is malformed is taken for wanted. */
    static List<Preference> parse(List<String> lines) {
        List<Preference> preferences = new ArrayList<>();
        for (String line : lines) {
            for (int at = 0; at <= line.length() && preferences.size() < MOST_RANGES; ) {
                int comma = line.indexOf(',', at);
                int end = comma < 0 ? line.length() : comma;
                String element = line.substring(at, end);
                if (!element.isBlank()) {
                    preferences.add(preference(element));
                }
                at = end + 1;
            }
        }
        return preferences;
    }

    private static Preference preference(String element) {
        String[] parts = element.split(";", 8);
        double quality = 1;
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip();
            if (parameter.startsWith("q=") || parameter.startsWith("Q=")) {
                quality = quality(parameter.substring(2).strip());
            }
        }
        return new Preference(parts[0].strip().toLowerCase(Locale.ROOT), quality);
    }

    private static double quality(String text) {
        return text.matches("[01](\\.[0-9]{0,3})?") ? Math.min(1, Double.parseDouble(text)) : 1;
    }
}
