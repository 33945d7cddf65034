package io.sluice.core;

/** A limit's text that cannot be read: says where, and what would be right. */
public final class LimitSyntaxException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;
    private static final int MOST_SHOWN = 80;

    private final int position;
    private final String problem;

    LimitSyntaxException(String text, int position, String problem) {
        super(message(text, position, problem));
        this.position = position;
        this.problem = problem;
    }

    /** Where in the text, from 0. */
    public int position() {
        return position;
    }

    /** What is wrong, without the text around it: for who shows the place in another way. */
    public String problem() {
        return problem;
    }

    private static String message(String text, int position, String problem) {
        int from = Math.max(0, position - MOST_SHOWN / 2);
        int to = Math.min(text.length(), from + MOST_SHOWN);
        String shown = text.substring(from, to).replaceAll("\\p{Cntrl}", "?");
        return "bad limit at character " + (position + 1) + ": " + problem + "\n  " + shown + "\n  "
                + " ".repeat(position - from) + "^";
    }
}
