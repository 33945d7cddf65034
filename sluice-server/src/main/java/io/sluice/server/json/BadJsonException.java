package io.sluice.server.json;

/** A body that is not JSON, or JSON that could be read in two ways. */
public final class BadJsonException extends Exception {
    private static final long serialVersionUID = 1;

    private final String pointer;

    BadJsonException(String pointer, String detail) {
        super(detail, null, false, false);
        this.pointer = pointer;
    }

    /** Where in the body, as a JSON pointer; empty if there is no such place. */
    public String pointer() {
        return pointer;
    }

    /** What is wrong, and where. */
    public String detail() {
        return String.valueOf(getMessage());
    }
}
