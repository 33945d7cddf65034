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
    public double share(long capacity) {
        return (double) remaining / capacity;
    }
}
