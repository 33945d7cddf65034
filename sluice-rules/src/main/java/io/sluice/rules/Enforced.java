package io.sluice.rules;

import io.sluice.rules.key.KeyText;

/** For which share of its keys a rule is enforced: always the same keys, in every process. */
final class Enforced {
    private static final long FNV_BASIS = 0xCBF29CE484222325L;
    private static final long FNV_PRIME = 0x100000001B3L;
    private static final double HUNDRED_PERCENT = 100;

    private final double percent;

    Enforced(double percent) {
        this.percent = percent;
    }

    boolean always() {
        return percent >= HUNDRED_PERCENT;
    }

    boolean covers(KeyText key) {
        return place(key.toString()) * HUNDRED_PERCENT < percent;
    }

    /** From 0 to below 1, evenly: FNV-1a, with its bits mixed once more because its high ones are poor. */
    private static double place(String text) {
        long hash = FNV_BASIS;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        hash = (hash ^ (hash >>> 33)) * 0xFF51AFD7ED558CCDL;
        hash = (hash ^ (hash >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return ((hash ^ (hash >>> 33)) >>> 11) * 0x1.0p-53;
    }
}
