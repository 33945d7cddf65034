package io.sluice.rules.plan;

/**
 * One line of {@code value,plan}; either may stand in double quotes, with a quote inside doubled. Errors repeat
 * neither: values may be secrets, and columns may have been swapped.
 */
record CsvLine(String value, String plan) {
    private static final String RIGHT = "; write value,plan, such as k-123,premium";

    CsvLine {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("nothing in front of the comma" + RIGHT);
        }
        if (!isName(plan)) {
            throw new IllegalArgumentException("what is behind the comma is not the name of a plan"
                    + "; it begins with a letter and goes on with letters, digits and _ . -");
        }
    }

    private static boolean isName(String text) {
        return !text.isEmpty()
                && isLetter(text.charAt(0))
                && text.chars().allMatch(c -> isLetter(c) || (c >= '0' && c <= '9') || "_.-".indexOf(c) >= 0);
    }

    private static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    static CsvLine parse(String line) {
        int end = endOfField(line, 0);
        if (end == line.length()) {
            throw new IllegalArgumentException("no comma" + RIGHT);
        }
        if (endOfField(line, end + 1) < line.length()) {
            throw new IllegalArgumentException(
                    "more than one comma" + RIGHT + ", or \"a,b\",premium if it belongs to the value");
        }
        return new CsvLine(field(line.substring(0, end)), field(line.substring(end + 1)));
    }

    /** The comma behind a field that begins here, or the end of the line. */
    private static int endOfField(String line, int from) {
        boolean quoted = false;
        for (int at = from; at < line.length(); at++) {
            char c = line.charAt(at);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                return at;
            }
        }
        if (quoted) {
            throw new IllegalArgumentException("a quote that does not end; write \"\" for one inside quotes");
        }
        return line.length();
    }

    private static String field(String written) {
        String text = written.strip();
        if (text.indexOf('"') < 0) {
            return text;
        }
        if (text.length() < 2 || text.charAt(0) != '"' || text.charAt(text.length() - 1) != '"') {
            throw new IllegalArgumentException(
                    "a quote in the middle; put the whole field in quotes, and write \"\" for one inside");
        }
        return text.substring(1, text.length() - 1).replace("\"\"", "\"");
    }
}
