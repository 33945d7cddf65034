package io.sluice.rules.file;

import io.sluice.rules.file.Node.Scalar;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code headers}: presets that do not write the same fields. */
final class PresetReader {
    private static final List<String> USUAL = List.of("ietf", "x-ratelimit");
    private static final List<String> ALONE = List.of("none", "retry-after-only");
    private static final String X_LIMIT = "X-RateLimit-Limit";

    /** A field that each writes in its own way. */
    private static final Map<String, List<String>> FIELDS = Map.of(
            "ietf", List.of("RateLimit", "RateLimit-Policy"),
            "ietf-06", List.of("RateLimit-Limit", "RateLimit-Policy"),
            "ietf-07", List.of("RateLimit", "RateLimit-Policy"),
            "kong", List.of("RateLimit-Limit"),
            "x-ratelimit", List.of(X_LIMIT),
            "github", List.of(X_LIMIT),
            "x-delta", List.of(X_LIMIT),
            "envoy", List.of(X_LIMIT));

    private final Problems problems;

    PresetReader(Problems problems) {
        this.problems = problems;
    }

    List<String> read(@Nullable Node headers) {
        List<Scalar> presets = Settings.texts(headers);
        Map<String, String> writers = new HashMap<>();
        for (Scalar preset : presets) {
            if (presets.size() > 1 && ALONE.contains(preset.value())) {
                problems.error(preset.place(), preset.value() + " cannot stand beside others", "write it alone");
            }
            compare(preset, writers);
        }
        return headers == null ? USUAL : presets.stream().map(Scalar::value).toList();
    }

    private void compare(Scalar preset, Map<String, String> writers) {
        for (String field : FIELDS.getOrDefault(preset.value(), List.of())) {
            String other = writers.putIfAbsent(field, preset.value());
            if (other == null) {
                continue;
            }
            boolean twice = other.equals(preset.value());
            problems.error(
                    preset.place(),
                    twice ? other + " stands twice" : other + " and " + preset.value() + " both write " + field,
                    "keep one of them");
            return;
        }
    }
}
