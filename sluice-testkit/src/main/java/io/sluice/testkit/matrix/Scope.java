package io.sluice.testkit.matrix;

/** What the limit is part of. */
public enum Scope {
    ONE_LIMIT,
    SEVERAL_LIMITS,
    SEVERAL_KEYS
}
