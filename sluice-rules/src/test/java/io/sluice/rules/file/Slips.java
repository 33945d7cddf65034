package io.sluice.rules.file;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Good files, spoilt as a hand or a disk would: characters changed, words replaced, lines lost, doubled or moved. {@code
 * -Dsluice.seed=N} replays one, {@code -Dsluice.seeds=N} tries so many times as many.
 */
final class Slips {
    private static final List<String> WORDS = List.of(
            "",
            "~",
            "null",
            "true",
            "0",
            "-1",
            "1.5",
            "99999999999999999999",
            "1e9",
            "[]",
            "{}",
            "[x]",
            "{ x: y }",
            "\"",
            "'",
            "*",
            "&a x",
            "*a",
            "!!int 1",
            "otherwise",
            "skip",
            "global",
            "ip",
            "ip/24",
            "/",
            "//",
            "/**",
            "100/min",
            "5/s sliding-lg",
            "memory",
            "15m",
            "0s",
            "10%",
            "101%",
            "mon-fri",
            "9-18",
            "UTC",
            "decoy.json",
            "nowhere",
            "user:ann",
            "\u0000",
            "\uFEFF",
            "\t",
            "- ",
            ": ",
            "# ",
            "| ",
            "\ud83d\ude00",
            "\ud83d",
            "{{",
            "..",
            "\u2028");

    private Slips() {}

    static void tryAll(int cases, List<String> texts, Consumer<String> property) {
        tryAll(cases, random -> spoilt(texts.get(random.nextInt(texts.size())), random), property);
    }

    static void tryAll(int cases, Function<Random, String> draw, Consumer<String> property) {
        Long only = Long.getLong("sluice.seed");
        long first = only == null ? 1 : only;
        long last = only == null ? (long) cases * Integer.getInteger("sluice.seeds", 1) : only;
        for (long seed = first; seed <= last; seed++) {
            String drawn = draw.apply(new Random(seed));
            try {
                property.accept(drawn);
            } catch (AssertionError | RuntimeException | StackOverflowError e) {
                throw new AssertionError(
                        "fails for seed " + seed + "; replay with -Dsluice.seed=" + seed + "\n" + e + "\n" + drawn, e);
            }
        }
    }

    private static String spoilt(String text, Random random) {
        String spoilt = text;
        for (int slips = 1 + random.nextInt(3); slips > 0; slips--) {
            spoilt = switch (random.nextInt(6)) {
                case 0, 1, 2 -> otherWord(spoilt, random);
                case 3 -> otherCharacter(spoilt, random);
                case 4 -> otherLines(spoilt, random);
                default -> shifted(spoilt, random);
            };
        }
        return spoilt;
    }

    /** In place of what stands behind a colon, a dash or a comma, or of a key. */
    private static String otherWord(String text, Random random) {
        List<Integer> ends = new ArrayList<>();
        for (int i = 1; i < text.length(); i++) {
            if (text.charAt(i) == ' ' && ":,-[{".indexOf(text.charAt(i - 1)) >= 0) {
                ends.add(i + 1);
            }
        }
        if (ends.isEmpty()) {
            return text;
        }
        int from = ends.get(random.nextInt(ends.size()));
        int to = from;
        while (to < text.length() && ",\n]}:".indexOf(text.charAt(to)) < 0) {
            to++;
        }
        return text.substring(0, from) + WORDS.get(random.nextInt(WORDS.size())) + text.substring(to);
    }

    private static String otherCharacter(String text, Random random) {
        int at = random.nextInt(text.length());
        char other = random.nextBoolean() ? text.charAt(random.nextInt(text.length())) : (char) random.nextInt(0x250);
        return text.substring(0, at) + (random.nextBoolean() ? String.valueOf(other) : "") + text.substring(at + 1);
    }

    private static String otherLines(String text, Random random) {
        List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
        int at = random.nextInt(lines.size());
        switch (random.nextInt(3)) {
            case 0 -> lines.remove(at);
            case 1 -> lines.add(random.nextInt(lines.size()), lines.get(at));
            default -> Collections.swap(lines, at, random.nextInt(lines.size()));
        }
        return String.join("\n", lines);
    }

    /** A line further in or out. */
    private static String shifted(String text, Random random) {
        List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
        int at = random.nextInt(lines.size());
        String line = lines.get(at);
        lines.set(at, random.nextBoolean() ? "  " + line : line.startsWith("  ") ? line.substring(2) : line);
        return String.join("\n", lines);
    }
}
