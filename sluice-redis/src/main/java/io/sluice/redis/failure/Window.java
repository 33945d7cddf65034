package io.sluice.redis.failure;

/**
 * The answers since a failure, until they are enough to judge by: bad if half of them or more failed.
 *
 * <p>Enough is a number of answers and a time. The number alone would not do, because deadlines are looked after about once a
 * millisecond: at 200,000 answers a second a few late ones in a hundred are told of in a row, between hundreds of good ones. The
 * time alone would not do for a store that is asked once a second. It is longer than a machine that is busy lets a process wait
 * now and then: who goes on alone for no more reason than that gives permits that the store gives to others.
 *
 * <p>A window begins with a failure, and a good one ends with the first failure after it is long enough, which begins the next. So
 * failures in a row are found within twice {@link #LEAST_NANOS} and {@value #LEAST_ANSWERS} answers, whatever was before. Late answers are told
 * of later than good ones: where traffic with many of them stops at once, they are the last to come and can look like a store that is gone.
 *
 * @param successesBefore all there had been when it began
 */
record Window(long sinceNanos, long successesBefore, long failures) {
    static final long LEAST_NANOS = 50_000_000;
    static final int LEAST_ANSWERS = 16;
    /** Fewer than this say nothing. */
    static final int LEAST_FAILURES = LEAST_ANSWERS / 2;

    static final Window NONE = new Window(0, 0, 0);

    private static Window beginning(long now, long successes) {
        return new Window(now, successes, 1);
    }

    /** {@code successes} are all there have been until now. */
    Window failed(long now, long successes) {
        if (failures == 0) {
            return beginning(now, successes);
        }
        Window more = new Window(sinceNanos, successesBefore, failures + 1);
        return more.isGood(now, successes) ? beginning(now, successes) : more;
    }

    boolean isBad(long now, long successes) {
        return isLong(now) && failures >= LEAST_FAILURES && failures >= successes - successesBefore;
    }

    private boolean isGood(long now, long successes) {
        long answers = failures + successes - successesBefore;
        return isLong(now) && answers >= LEAST_ANSWERS && !isBad(now, successes);
    }

    private boolean isLong(long now) {
        return now - sinceNanos >= LEAST_NANOS;
    }
}
