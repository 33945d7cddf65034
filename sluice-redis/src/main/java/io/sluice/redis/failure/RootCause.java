package io.sluice.redis.failure;

import java.util.regex.Pattern;

/** What is at the bottom of a failure: clients wrap what the server or the system said. */
final class RootCause {
    private static final int DEEPEST = 20;
    /** Netty puts the system call in front of what the system said. */
    private static final Pattern SYSTEM_CALL = Pattern.compile("\\w+\\(\\.\\.\\) failed with error\\(-?\\d+\\): ");

    private RootCause() {}

    /** In words, without a full stop: the message of the innermost cause that has one. */
    static String of(Throwable failure) {
        String message = failure.getClass().getSimpleName();
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            String said = cause.getMessage();
            message = said == null || said.isBlank() ? message : said;
            cause = cause.getCause();
        }
        String words = SYSTEM_CALL.matcher(message).replaceFirst("");
        return words.endsWith(".") ? words.substring(0, words.length() - 1) : words;
    }
}
