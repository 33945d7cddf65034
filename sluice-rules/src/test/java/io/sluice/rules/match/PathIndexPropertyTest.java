package io.sluice.rules.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.sluice.rules.PathSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The index finds exactly the patterns that a matcher written for this test alone takes one by one. */
class PathIndexPropertyTest {
    private static final long SEED = Long.getLong("sluice.seed", 20_261_115);
    private static final String[] PATTERN_SEGMENTS = {
        "a", "b", "C", "ab", "*", "*", "{v}", "**", "**", "a*", "*b", "*a*b", "\u00e4"
    };
    private static final String[] PATH_SEGMENTS = {"a", "b", "c", "ab", "aab", "A", "abab", "\u00c4", "x"};

    @Test
    void findsWhatANaiveMatcherTakes() {
        Random random = new Random(SEED);
        Walk walk = new Walk();
        long hits = 0;
        for (int round = 0; round < 400; round++) {
            PathSettings settings = new PathSettings(random.nextBoolean(), random.nextBoolean());
            List<String> texts = texts(random);
            List<@Nullable PathPattern> patterns = new ArrayList<>();
            texts.forEach(text -> patterns.add(PathPattern.parse(text)));
            PathIndex index = PathIndex.of(patterns, settings);
            for (int i = 0; i < 10; i++) {
                String path = path(random, PATH_SEGMENTS, random.nextInt(5));
                long[] found = new long[2];
                index.find(path, found, walk);
                for (int p = 0; p < texts.size(); p++) {
                    boolean expected = takes(texts.get(p), path, settings);
                    boolean same = ((found[p >> 6] >>> p & 1) == 1) == expected
                            && PathPattern.parse(texts.get(p)).covers(path, settings) == expected;
                    if (!same) {
                        fail("seed %d: %s on %s with %s", SEED, texts.get(p), path, settings);
                    }
                    hits += expected ? 1 : 0;
                }
            }
        }
        assertThat(hits).as("paths that matched").isGreaterThan(5_000);
    }

    private static List<String> texts(Random random) {
        List<String> texts = new ArrayList<>();
        int count = 1 + random.nextInt(100);
        for (int i = 0; i < count; i++) {
            String text = path(random, PATTERN_SEGMENTS, random.nextInt(5));
            while (text.indexOf("{v}") != text.lastIndexOf("{v}")) {
                text = text.replaceFirst("\\{v}", "*");
            }
            texts.add(text);
        }
        return texts;
    }

    private static String path(Random random, String[] segments, int count) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < count; i++) {
            path.append('/').append(segments[random.nextInt(segments.length)]);
        }
        return path.isEmpty() || random.nextInt(4) == 0 ? path.append('/').toString() : path.toString();
    }

    /** By characters and recursion, sharing nothing with what it checks. */
    private static boolean takes(String pattern, String path, PathSettings settings) {
        String p = settings.ignoreTrailingSlash() ? withoutSlash(pattern) : pattern;
        String t = settings.ignoreTrailingSlash() ? withoutSlash(path) : path;
        if (settings.ignoreCase()) {
            p = p.toLowerCase(Locale.ROOT);
            t = t.toLowerCase(Locale.ROOT);
        }
        return segments(split(p), split(t));
    }

    private static String withoutSlash(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private static List<String> split(String path) {
        return path.equals("/") ? List.of() : List.of(path.substring(1).split("/", -1));
    }

    private static boolean segments(List<String> pattern, List<String> path) {
        if (pattern.isEmpty()) {
            return path.isEmpty();
        }
        List<String> rest = pattern.subList(1, pattern.size());
        if (pattern.get(0).equals("**")) {
            return segments(rest, path) || (!path.isEmpty() && segments(pattern, path.subList(1, path.size())));
        }
        return !path.isEmpty() && segment(pattern.get(0), path.get(0)) && segments(rest, path.subList(1, path.size()));
    }

    private static boolean segment(String pattern, String text) {
        if (pattern.equals("*") || pattern.startsWith("{")) {
            return !text.isEmpty();
        }
        return characters(pattern, text);
    }

    private static boolean characters(String pattern, String text) {
        if (pattern.isEmpty()) {
            return text.isEmpty();
        }
        if (pattern.charAt(0) == '*') {
            return characters(pattern.substring(1), text)
                    || (!text.isEmpty() && characters(pattern, text.substring(1)));
        }
        return !text.isEmpty()
                && pattern.charAt(0) == text.charAt(0)
                && characters(pattern.substring(1), text.substring(1));
    }

    @Test
    void doesNotGetLostInManyGaps() {
        String pattern = "/**/a".repeat(20) + "/b";
        String path = "/a".repeat(2_000);
        long[] found = new long[1];
        PathIndex.of(List.of(PathPattern.parse(pattern)), PathSettings.DEFAULT).find(path, found, new Walk());
        assertThat(found[0]).isZero();
        assertThat(PathPattern.parse(pattern).covers(path, PathSettings.DEFAULT))
                .isFalse();
        assertThat(PathPattern.parse(pattern).covers(path + "/b", PathSettings.DEFAULT))
                .isTrue();
    }
}
