package io.sluice.redis;

/** What a decision is based on. */
public enum Consistency {
    /** Every decision asks Redis: exact. */
    STRICT,
    /** Permits are taken ahead, a slice at a time, and given out here: never too many, sometimes a little fewer. */
    LEASED,
    /** Decided here and reported: fast, and too many by a stated bound. */
    EVENTUAL
}
