package io.sluice.rules.monitor;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known about a client from a sample of its allowed requests.
 *
 * @param firstMinute when it was seen first
 * @param activeMinutes in how many minutes it was seen
 * @param samples how often it was seen
 * @param allowed about how many requests that stands for
 * @param refused how often it was refused since
 */
record Acquaintance(long firstMinute, long lastMinute, int activeMinutes, long samples, long allowed, long refused) {
    private static final int SHARE = 20;
    private static final int KNOWN_MINUTES = 30;
    private static final int MANY = 200;
    private static final int LEAST_SAMPLES = 10;

    /** Who is refused more often than allowed does not look legitimate, whatever else speaks for it. */
    int score(long minute, boolean paying) {
        if (refused > allowed) {
            return 0;
        }
        return (isKnown(minute) ? SHARE : 0)
                + (allowed >= MANY ? SHARE : 0)
                + (isSteady() ? SHARE : 0)
                + (isRarelyRefused() ? SHARE : 0)
                + (paying ? SHARE : 0);
    }

    List<String> reasons(long minute, @Nullable String plan) {
        List<String> reasons = new ArrayList<>();
        if (isKnown(minute)) {
            reasons.add("known for " + (minute - firstMinute) + " minutes");
        }
        if (allowed >= MANY) {
            reasons.add("about " + allowed + " requests allowed");
        }
        if (isSteady()) {
            reasons.add("comes steadily");
        }
        if (isRarelyRefused()) {
            reasons.add("refused " + refused + " times only");
        }
        if (plan != null) {
            reasons.add("plan " + plan);
        }
        return reasons;
    }

    private boolean isKnown(long minute) {
        return minute - firstMinute >= KNOWN_MINUTES;
    }

    private boolean isRarelyRefused() {
        return refused * 20 <= allowed;
    }

    /** Whether it was seen in at least half of the minutes that so many samples fall into when they are spread by chance over the time that it is known. */
    private boolean isSteady() {
        double minutes = lastMinute - firstMinute + 1;
        double expected = minutes * (1 - Math.exp(-samples / minutes));
        return samples >= LEAST_SAMPLES && activeMinutes * 2 >= expected && minutes >= LEAST_SAMPLES;
    }
}
