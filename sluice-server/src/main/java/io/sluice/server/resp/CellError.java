package io.sluice.server.resp;

/** What {@code CL.THROTTLE} answers to arguments it cannot use, in the words of redis-cell where it has any. */
final class CellError extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final String PREFIX = "Cell error: Store error: ";

    CellError(String message) {
        super(PREFIX + message, null, false, false);
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
