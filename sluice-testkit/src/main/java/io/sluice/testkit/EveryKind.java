package io.sluice.testkit;

import io.sluice.core.Limit;

/** One limit of each kind, all alike as far as kinds can be. */
enum EveryKind {
    TOKEN_BUCKET("N/min burst N"),
    LEAKY_BUCKET("N/min leaky-bucket N"),
    LEAKY_QUEUE("N/min leaky-queue N"),
    FIXED_WINDOW("N/min fixed-window"),
    ANCHORED_WINDOW("N/min fixed-window anchored"),
    SLIDING_WINDOW("N/min sliding-window"),
    SUB_WINDOWS("N/min sub-windows 6"),
    SLIDING_LOG("N/min sliding-log");

    private final String text;

    EveryKind(String text) {
        this.text = text;
    }

    Limit limit(long permits) {
        return Limit.parse(text.replace("N", Long.toString(permits)));
    }
}
