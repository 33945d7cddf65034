package io.sluice.rules.monitor;

import io.sluice.rules.Ruling;
import java.util.Locale;

/** What became of a request at one rule. */
public enum Fate {
    ALLOWED,
    DELAYED,
    REDUCED,
    REFUSED,
    DECOY,
    /** A rule in shadow would have let it pass. */
    SHADOW_ALLOWED,
    /** A rule in shadow would have refused it. */
    SHADOW_REFUSED,
    /** On the deny list; of no rule. */
    DENIED,
    /** On the allow list, or nothing matched; of no rule. */
    UNLIMITED;

    static Fate of(Ruling.Outcome outcome) {
        return switch (outcome) {
            case UNLIMITED -> UNLIMITED;
            case ALLOWED -> ALLOWED;
            case DELAYED -> DELAYED;
            case REDUCED -> REDUCED;
            case REFUSED -> REFUSED;
            case DECOY -> DECOY;
            case DENIED -> DENIED;
        };
    }

    /** As metrics have it: {@code shadow-refused}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
