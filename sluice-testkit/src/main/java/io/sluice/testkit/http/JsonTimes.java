package io.sluice.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Walks a JSON document: every duration has its unit at the end of its name, and every moment is ISO-8601. */
public final class JsonTimes {
    private static final Set<String> UNITS = Set.of("Seconds", "Millis", "Nanos");
    private static final Set<String> WORDS_OF_TIME = Set.of(
            "after",
            "wait",
            "delay",
            "period",
            "window",
            "timeout",
            "budget",
            "ms",
            "age",
            "elapsed",
            "latency",
            "uptime",
            "took",
            "duration",
            "interval");
    private static final Set<String> MOMENTS = Set.of("at", "time", "until", "since");
    /** What is in them is named after something else: header fields, attributes, plans, outcomes. */
    private static final Set<String> MAPS = Set.of("headers", "attributes", "limits", "overrides", "requests");

    private JsonTimes() {}

    /** Of the whole document, in whatever depth. */
    public static void check(String json) {
        Object document =
                new Load(LoadSettings.builder().setLabel(json).build()).loadFromString(json.replace("\t", " "));
        walk("", document);
    }

    private static void walk(String path, Object value) {
        if (value instanceof Map<?, ?> members) {
            members.forEach((name, member) -> {
                String at = path + "/" + name;
                if (!MAPS.contains(String.valueOf(name))) {
                    check(at, String.valueOf(name), member);
                    walk(at, member);
                }
            });
            agree(path, members);
        } else if (value instanceof List<?> items) {
            items.forEach(item -> walk(path + "/-", item));
        }
    }

    private static void check(String path, String name, Object value) {
        String last = lastWord(name);
        if (UNITS.contains(last)) {
            boolean whole = value == null || value instanceof Integer || value instanceof Long;
            assertThat(whole || last.equals("Millis"))
                    .as("%s is a whole number", path)
                    .isTrue();
            return;
        }
        String word = last.toLowerCase(Locale.ROOT);
        assertThat(WORDS_OF_TIME).as("durations without a unit, at %s", path).doesNotContain(word);
        if (value instanceof String moment && MOMENTS.contains(word)) {
            assertThat(Instant.parse(moment)).as(path).isNotNull();
        }
    }

    /** The same time in two units is the same, rounded up. */
    private static void agree(String path, Map<?, ?> members) {
        members.forEach((name, nanos) -> {
            String text = String.valueOf(name);
            Object seconds = members.get(text.replace("Nanos", "Seconds"));
            if (text.endsWith("Nanos") && nanos instanceof Number exact && seconds != null) {
                long roundedUp = -Math.floorDiv(-exact.longValue(), 1_000_000_000L);
                assertThat(((Number) seconds).longValue())
                        .as("%s/%s", path, text)
                        .isEqualTo(roundedUp);
            }
        });
    }

    private static String lastWord(String name) {
        return name.replaceAll(".*(?=[A-Z])|.*[-_.]", "");
    }
}
