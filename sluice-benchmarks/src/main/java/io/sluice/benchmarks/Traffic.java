package io.sluice.benchmarks;

import java.time.Duration;

/** What every key may do, and so how every call must end. */
public enum Traffic {
    /** Far more than is asked for. What a key has used is not earned back before it comes again. */
    ALLOWED,
    /** The same, but earned back long before the key comes again: it is as good as new each time. */
    FLEETING,
    /** One permit, which is gone before anything is measured. */
    REFUSED;

    Rate rate() {
        return switch (this) {
            case ALLOWED -> new Rate(1, Duration.ofSeconds(1), 1_000_000);
            case FLEETING -> new Rate(1_000_000, Duration.ofSeconds(1), 1_000_000);
            case REFUSED -> new Rate(1, Duration.ofDays(1), 1);
        };
    }

    boolean passes() {
        return this != REFUSED;
    }
}
