package io.sluice.testkit.http;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * An answer, as it came.
 *
 * @param status 0 if the connection was closed without one
 */
public record RawAnswer(int status, List<String> headerLines, String body) {
    static RawAnswer parse(String text) {
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            return new RawAnswer(0, List.of(), text);
        }
        List<String> lines = Arrays.asList(text.substring(0, end).split("\r\n", -1));
        return new RawAnswer(
                Integer.parseInt(lines.get(0).split(" ", 3)[1]),
                List.copyOf(lines.subList(1, lines.size())),
                text.substring(end + 4));
    }

    /** All values of a header, in order. */
    public List<String> headers(String name) {
        String start = name.toLowerCase(Locale.ROOT) + ":";
        return headerLines.stream()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
                .map(line -> line.substring(start.length()).strip())
                .toList();
    }
}
