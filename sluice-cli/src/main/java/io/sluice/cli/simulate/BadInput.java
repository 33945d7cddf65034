package io.sluice.cli.simulate;

/** What is wrong with a line, where, and what would be right. */
final class BadInput extends Exception {
    private static final long serialVersionUID = 1;

    private final int at;

    /** {@code at}: the place in the buffer that holds the line. */
    BadInput(int at, String problem) {
        super(problem, null, false, false);
        this.at = at;
    }

    int at() {
        return at;
    }
}
