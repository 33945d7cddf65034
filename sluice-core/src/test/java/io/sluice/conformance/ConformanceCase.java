package io.sluice.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A named sequence of questions, each with what is expected.
 *
 * <pre>
 *   case two keys of one request
 *   limit user 2/min fixed-window anchored
 *   limit all 5/min fixed-window anchored
 *        0 2x acquire user:ann=1 all:x=1 -> allowed
 *      10s acquire user:ann=1 all:x=1 -> refused retry=50s remaining.all=3
 * </pre>
 *
 * <p>A question is a time, perhaps how often, a verb, limits with their keys and permits (one with a question mark must pass
 * but is not charged), and settings; {@link Player} knows the verbs, {@link Expectation} what may be expected.
 */
record ConformanceCase(String origin, String name, Map<String, String> limits, List<Line> lines) {
    /** One question, as written. */
    record Line(String text, long atNanos, int times, List<String> words, List<String> expected) {
        static Line parse(String text) {
            String[] halves = text.trim().split(" -> ", 2);
            List<String> words = new ArrayList<>(List.of(halves[0].split(" ")));
            long at = Durations.nanos(words.remove(0));
            int times = words.get(0).matches("\\d+x")
                    ? Integer.parseInt(words.remove(0).replace("x", ""))
                    : 1;
            return new Line(
                    text.trim(), at, times, words, halves.length == 1 ? List.of() : List.of(halves[1].split(" ")));
        }

        String verb() {
            return words.get(0);
        }

        /** What is written after {@code name=}, or the default. */
        String setting(String name, String otherwise) {
            return words.stream()
                    .filter(word -> word.startsWith(name + "="))
                    .map(word -> word.substring(name.length() + 1))
                    .findFirst()
                    .orElse(otherwise);
        }
    }

    static List<ConformanceCase> in(String origin) {
        List<ConformanceCase> cases = new ArrayList<>();
        for (String line : read(origin).lines().toList()) {
            if (line.startsWith("case ")) {
                cases.add(new ConformanceCase(origin, line.substring(5), new LinkedHashMap<>(), new ArrayList<>()));
            } else if (line.startsWith("limit ")) {
                String[] words = line.split(" ", 3);
                cases.get(cases.size() - 1).limits.put(words[1], words[2]);
            } else if (!line.isBlank() && !line.startsWith("#")) {
                cases.get(cases.size() - 1).lines.add(Line.parse(line));
            }
        }
        return cases;
    }

    private static String read(String origin) {
        String name = "/conformance/" + origin + ".txt";
        try (InputStream in = Objects.requireNonNull(ConformanceCase.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return origin + ": " + name;
    }
}
