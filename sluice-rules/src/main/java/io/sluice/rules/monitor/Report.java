package io.sluice.rules.monitor;

import java.util.List;
import java.util.Map;

/**
 * What a {@link Monitor} has seen so far; a value.
 *
 * @param rules by name; what no rule counted stands under {@link Monitor#NO_RULE}
 * @param limited the keys that were refused most often of late, the most often first
 * @param doubtful refused clients that look legitimate, the likeliest first
 */
public record Report(
        List<OfRule> rules, List<LimitedKey> limited, List<DoubtfulRefusal> doubtful, DecisionTimes decision) {
    public Report {
        rules = List.copyOf(rules);
        limited = List.copyOf(limited);
        doubtful = List.copyOf(doubtful);
    }

    /**
     * One rule.
     *
     * @param counts by plan, then by fate
     * @param headroom how often less than a tenth of the binding limit was left after a decision, less than two tenths, and so on: ten numbers
     */
    public record OfRule(String rule, Map<String, Map<Fate, Long>> counts, List<Long> headroom) {
        /** Over all plans. */
        public long count(Fate fate) {
            return counts.values().stream()
                    .mapToLong(fates -> fates.getOrDefault(fate, 0L))
                    .sum();
        }
    }

    /**
     * A key that was refused.
     *
     * @param refused at most so often
     * @param error at most so much of that was other keys, so at least {@code refused - error} was this one
     */
    public record LimitedKey(String key, long refused, long error) {}

    /**
     * A client that was refused but looks legitimate.
     *
     * @param key it was last refused by
     * @param score 0 to 100
     * @param reasons why it looks so, in words
     * @param refused how often, since it is known
     */
    public record DoubtfulRefusal(String key, String plan, int score, List<String> reasons, long refused) {
        public DoubtfulRefusal {
            reasons = List.copyOf(reasons);
        }
    }

    /** How long decisions took, from a sample of them; an eighth too much at most. */
    public record DecisionTimes(long count, long medianNanos, long p99Nanos, long p999Nanos, long longestNanos) {}
}
