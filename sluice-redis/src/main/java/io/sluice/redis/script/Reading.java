package io.sluice.redis.script;

/** What one limit of a key says at the time of the decision. Durations are nanoseconds; the longest there is stands for never. */
interface Reading {
    /** Until so many can be had; a script that reckons this itself was told how many. */
    long waitFor(long permits);

    /** Until permits charged now may be used. */
    long promise(long permits);

    /** That the permits charged last have to wait. */
    long delay();

    long remaining();

    long resetAfter();

    /** The same so much later, if nothing is asked meanwhile. */
    Reading later(long nanos);

    /** Whether {@link #later} knows what remains then. */
    boolean knowsLater();

    /** How much of the capacity is left. */
    double share(long capacity);
}
