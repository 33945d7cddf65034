package io.sluice.cli.simulate;

import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Why a store does not answer, for people. */
final class StoreFailure {
    private static final int DEEPEST = 20;
    /** Native transports name the call of the system that failed. */
    private static final String CALL = "^.*failed with error\\(-\\d+\\): ";

    private StoreFailure() {}

    static String of(String store, CompletionException failure) {
        return store.replaceFirst("://.*@", "://***@") + " does not answer: " + why(failure.getCause())
                + "; give the URL of a Redis that runs with --store";
    }

    /** Clients wrap what the server or the system said: the innermost message. */
    private static String why(@Nullable Throwable failure) {
        String why = "no answer in time";
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            String said = cause.getMessage();
            why = said == null || said.isBlank() ? why : said;
            cause = cause.getCause();
        }
        return why.replaceFirst(CALL, "");
    }
}
