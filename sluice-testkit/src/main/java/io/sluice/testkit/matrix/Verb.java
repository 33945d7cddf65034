package io.sluice.testkit.matrix;

/** What can be asked. */
public enum Verb {
    TRY_ACQUIRE,
    TRY_ACQUIRE_UP_TO,
    RESERVE,
    CANCEL,
    ACQUIRE,
    ACQUIRE_ASYNC,
    PEEK,
    REFUND,
    PENALIZE,
    RESET,
    BLOCK,
    UNBLOCK,
    RECONFIGURE,
    CLOSE,
    BATCH
}
