package io.sluice.testkit;

/** What a limit is decided together with, which never binds. */
enum Surroundings {
    ALONE,
    BESIDE_ANOTHER_LIMIT,
    BESIDE_ANOTHER_KEY
}
