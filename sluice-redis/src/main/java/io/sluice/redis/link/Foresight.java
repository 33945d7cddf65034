package io.sluice.redis.link;

/**
 * Whether a reply is likely to come soon, judged by the last ones, as processors foresee branches: a counter that goes up by 1 with a reply that came soon, down
 * by 2 with one that did not, and ends at both sides. So it is worth waiting where two of three come soon. Where it is not, it is tried now and then.
 *
 * <p>Of one thread.
 */
final class Foresight {
    static final int MOST = 16;
    static final int LIKELY = 8;
    /** One of so many that are unlikely is tried. */
    static final int TRIED = 32;

    private int score = LIKELY;
    private int passedOver;

    boolean isLikely() {
        return score >= LIKELY;
    }

    /** Where it is likely, and now and then otherwise. */
    boolean isWorthWaiting() {
        if (isLikely()) {
            return true;
        }
        passedOver = (passedOver + 1) % TRIED;
        return passedOver == 0;
    }

    /** How the waiting ended. */
    void saw(boolean cameSoon) {
        score = cameSoon ? Math.min(MOST, score + 1) : Math.max(0, score - 2);
    }
}
