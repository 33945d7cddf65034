package io.sluice.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a command did: its exit status and what it wrote. */
record Run(int status, String out, String err) {
    private static final Pattern ANSWER =
            Pattern.compile("\\{\"t\":\\d+,\"key\":\".*\",\"allowed\":(true|false),\"granted\":(\\d+),\"limit\":\\d+,"
                    + "\"remaining\":(\\d+),\"retryAfterNanos\":(\\d+|null),\"resetAfterNanos\":(\\d+|null),"
                    + "\"delayNanos\":(\\d+),\"binding\":\".*\"}");

    static Run sluice(String... args) {
        return reading("", args);
    }

    static Run reading(String in, String... args) {
        return reading(in.getBytes(StandardCharsets.UTF_8), args);
    }

    static Run reading(byte[] in, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
        int status = Main.run(args, new ByteArrayInputStream(in), out, errors);
        return new Run(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Runs {@code simulate} under one limit. */
    static Run simulate(String limit, String... events) {
        return reading(String.join("\n", events) + "\n", "simulate", "--limit", limit);
    }

    List<String> lines() {
        return out.lines().toList();
    }

    /** Of each answer: allowed granted remaining retryAfterNanos resetAfterNanos delayNanos. */
    List<String> answers() {
        return out.lines().map(Run::numbers).toList();
    }

    private static String numbers(String answer) {
        Matcher matcher = ANSWER.matcher(answer);
        if (!matcher.matches()) {
            throw new AssertionError("not an answer: " + answer);
        }
        return String.join(
                " ",
                matcher.group(1),
                matcher.group(2),
                matcher.group(3),
                matcher.group(4),
                matcher.group(5),
                matcher.group(6));
    }
}
