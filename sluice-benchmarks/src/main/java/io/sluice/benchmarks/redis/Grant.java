package io.sluice.benchmarks.redis;

import java.util.Comparator;
import java.util.List;

/** A permit that somebody was given, some time between asking and having the answer; in microseconds that all processes share. */
record Grant(long asked, long received) {
    boolean isWithin(long from, long until) {
        return asked >= from && received <= until;
    }

    /**
     * By how many permits the worst interval exceeds the burst and what is earned back in it; 0 if none does. A grant counts for
     * an interval only if it was asked for and received in it, so what is reported has happened, whenever it was decided.
     */
    static long excess(List<Grant> grants, long burst, double perSecond) {
        List<Grant> byAnswer = grants.stream()
                .sorted(Comparator.comparingLong(Grant::received))
                .toList();
        long worst = 0;
        for (Grant first : grants) {
            long count = 0;
            for (Grant grant : byAnswer) {
                if (grant.asked >= first.asked) {
                    count++;
                    double right = burst + Math.floor(perSecond * (grant.received - first.asked) / 1e6);
                    worst = Math.max(worst, count - (long) right);
                }
            }
        }
        return worst;
    }
}
