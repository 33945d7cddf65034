package io.sluice.cli.simulate;

import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;

/** Why a store gives no decisions, for people. */
final class StoreFailure {
    private StoreFailure() {}

    static String of(String store, CompletionException failure) {
        Throwable cause = failure.getCause();
        String why = cause instanceof TimeoutException
                ? "no answer within " + StoreSubject.PATIENCE_SECONDS + " s"
                : String.valueOf(cause == null ? null : cause.getMessage());
        return withoutLogin(store) + " gives no decisions: " + why + "; give the URL of a Redis that runs with --store";
    }

    private static String withoutLogin(String url) {
        return url.replaceFirst("://.*@", "://***@");
    }
}
