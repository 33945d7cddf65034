package io.sluice.server.api;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The examples of docs/doors.md, with the ports of a test in place of those it names. */
final class DoorsDoc {
    private static final Path FILE = Path.of("..", "docs", "doors.md");

    private final int service;
    private final int application;
    private final int front;
    /** Where HAProxy asks itself. */
    private final int inner;

    DoorsDoc(int service, int application, int front, int inner) {
        this.service = service;
        this.application = application;
        this.front = front;
        this.inner = inner;
    }

    /** The block that begins with these words behind the backticks. */
    static String block(String words) throws IOException {
        String text = Files.readString(FILE);
        String begin = "```" + words + "\n";
        int from = text.indexOf(begin);
        if (from < 0) {
            throw new IllegalStateException(FILE + " has no block " + words);
        }
        from += begin.length();
        return text.substring(from, text.indexOf("```\n", from));
    }

    /** Without its first line, which is the version. */
    static String rules() throws IOException {
        return block("yaml rules").replace("version: 1\n", "");
    }

    String example(String words) throws IOException {
        return withPorts(block(words));
    }

    /** The example with its variant that fails closed, which is written in place of what begins with the same line. */
    String closedExample(String words) throws IOException {
        String variant = block(words + " closed");
        String first = variant.substring(0, variant.indexOf('\n') + 1);
        String open = block(words);
        int from = open.indexOf(first);
        if (from < 0) {
            throw new IllegalStateException("no " + first + " in the block " + words);
        }
        int to = from + first.length();
        if (first.endsWith("{\n")) {
            String end = "\n"
                    + first.substring(0, first.length() - first.stripLeading().length()) + "}\n";
            to = open.indexOf(end, from) + end.length();
        }
        return withPorts(open.substring(0, from) + variant + open.substring(to));
    }

    private String withPorts(String example) {
        return example.replace("127.0.0.1:8081", "127.0.0.1:" + service)
                .replace("127.0.0.1:8082", "127.0.0.1:" + inner)
                .replace("127.0.0.1:3000", "127.0.0.1:" + application)
                .replace("127.0.0.1:8000", "127.0.0.1:" + front);
    }
}
