package io.sluice.redis.failure;

/** What is at the bottom of a failure: clients wrap what the server or the system said. */
final class RootCause {
    private static final int DEEPEST = 20;

    private RootCause() {}

    /** In words: the message of the innermost cause that has one. */
    static String of(Throwable failure) {
        String message = failure.getClass().getSimpleName();
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            String said = cause.getMessage();
            message = said == null || said.isBlank() ? message : said;
            cause = cause.getCause();
        }
        return message;
    }
}
