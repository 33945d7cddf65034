package io.sluice.rules.monitor;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Refused clients that look legitimate: the likeliest and latest of them, a fixed number. */
final class DoubtfulRefusals {
    static final int MOST = 64;
    private static final int LEAST_SCORE = 60;
    private static final int LONGEST_NAME = 200;

    private final Map<String, Case> cases = new ConcurrentHashMap<>();

    /** @param plan that is paid for; null if none is */
    private record Case(String key, @Nullable String plan, Acquaintance client, int score, long minute) {}

    void refused(String key, @Nullable String paidPlan, Acquaintance client, long minute) {
        String name = key.length() <= LONGEST_NAME ? key : key.substring(0, LONGEST_NAME);
        int score = client.score(minute, paidPlan != null);
        if (score >= LEAST_SCORE) {
            add(new Case(name, paidPlan, client, score, minute));
        } else {
            cases.remove(name);
        }
    }

    private synchronized void add(Case doubtful) {
        if (!cases.containsKey(doubtful.key) && cases.size() >= MOST) {
            cases.values().stream()
                    .min(Comparator.comparingLong(Case::minute).thenComparingInt(Case::score))
                    .ifPresent(oldest -> cases.remove(oldest.key));
        }
        cases.put(doubtful.key, doubtful);
    }

    List<Report.DoubtfulRefusal> report() {
        return cases.values().stream()
                .sorted(Comparator.comparingInt(Case::score)
                        .thenComparingLong(Case::minute)
                        .reversed()
                        .thenComparing(Case::key))
                .map(each -> new Report.DoubtfulRefusal(
                        each.key,
                        each.plan == null ? RuleCounts.NO_PLAN : each.plan,
                        each.score,
                        each.client.reasons(each.minute, each.plan),
                        each.client.refused()))
                .toList();
    }
}
