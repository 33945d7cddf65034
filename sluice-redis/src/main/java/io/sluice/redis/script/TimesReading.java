package io.sluice.redis.script;

/** What the script itself reckoned, for states too large to be sent. */
record TimesReading(long remaining, long untilAsked, long resetAfter) implements Reading {
    @Override
    public long waitFor(long permits) {
        return permits == 0 ? 0 : untilAsked;
    }

    @Override
    public long promise(long permits) {
        return waitFor(permits);
    }

    @Override
    public long delay() {
        return 0;
    }

    @Override
    public Reading later(long nanos) {
        return new TimesReading(remaining, later(untilAsked, nanos), later(resetAfter, nanos));
    }

    private static long later(long until, long nanos) {
        return until == Long.MAX_VALUE ? until : Math.max(0, until - nanos);
    }

    @Override
    public boolean knowsLater() {
        return false;
    }

    @Override
    public double share(long capacity) {
        return (double) remaining / capacity;
    }
}
