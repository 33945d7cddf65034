package io.sluice.core;

import org.jspecify.annotations.Nullable;

/** The word that was probably meant. */
final class Nearest {
    private Nearest() {}

    static @Nullable String of(String word, String... candidates) {
        String best = null;
        int bestDistance = Math.max(1, word.length() / 3) + 1;
        for (String candidate : candidates) {
            int distance = distance(word, candidate);
            if (distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return best;
    }

    /** Letters to add, to drop, to change, or to swap with their neighbour. */
    private static int distance(String a, String b) {
        int[] before = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] next = new int[b.length() + 1];
            next[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = row[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                next[j] = Math.min(substituted, 1 + Math.min(row[j], next[j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    next[j] = Math.min(next[j], before[j - 2] + 1);
                }
            }
            before = row;
            row = next;
        }
        return row[b.length()];
    }
}
