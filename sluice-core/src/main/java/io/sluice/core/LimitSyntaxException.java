package io.sluice.core;

/** A limit's text that cannot be read: says where, and what would be right. */
public final class LimitSyntaxException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;
    private static final int MOST_SHOWN = 80;

    private final int position;

    LimitSyntaxException(String text, int position, String problem) {
        super(message(text, position, problem));
        this.position = position;
    }

    /** Where in the text, from 0. */
    public int position() {
        return position;
    }

    private static String message(String text, int position, String problem) {
        int from = Math.max(0, position - MOST_SHOWN / 2);
        int to = Math.min(text.length(), from + MOST_SHOWN);
        String shown = text.substring(from, to).replaceAll("\\p{Cntrl}", "?");
        return "bad limit at character " + (position + 1) + ": " + problem + "\n  " + shown + "\n  "
                + " ".repeat(position - from) + "^";
    }
}
