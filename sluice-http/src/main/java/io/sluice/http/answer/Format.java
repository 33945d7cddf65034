package io.sluice.http.answer;

import io.sluice.http.answer.Preferences.Preference;
import java.util.List;

/** The forms an answer comes in; the first where the client takes any. */
enum Format {
    PROBLEM("application/problem+json", "application/problem+json"),
    JSON("application/json", "application/json"),
    HTML("text/html", "text/html; charset=utf-8"),
    TEXT("text/plain", "text/plain; charset=utf-8");

    private final String type;
    final String contentType;

    Format(String type, String contentType) {
        this.type = type;
        this.contentType = contentType;
    }

    /** The one the client likes best; problem documents for those who take nothing of all this, so that they learn why. */
    static Format of(List<String> accept) {
        List<Preference> preferences = Preferences.parse(accept);
        Format best = PROBLEM;
        double quality = best.quality(preferences);
        for (Format format : values()) {
            if (format.quality(preferences) > quality) {
                best = format;
                quality = format.quality(preferences);
            }
        }
        return best;
    }

    /** By the most specific range that covers it. */
    private double quality(List<Preference> preferences) {
        double quality = preferences.isEmpty() ? 1 : 0;
        int specific = -1;
        for (Preference preference : preferences) {
            int covers = covers(preference.range());
            if (covers > specific) {
                specific = covers;
                quality = preference.quality();
            }
        }
        return quality;
    }

    private int covers(String range) {
        if (range.equals(type)) {
            return 2;
        }
        if (range.endsWith("/*") && type.startsWith(range.substring(0, range.length() - 1))) {
            return 1;
        }
        return range.equals("*/*") || range.equals("*") ? 0 : -1;
    }
}
