package io.sluice.rules.monitor;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts of one rule: by fate and plan, and how much of the binding limit was left, in tenths. */
final class RuleCounts {
    static final int TENTHS = 10;
    /** In place of a plan where the rules know none. */
    static final String NO_PLAN = "none";

    private static final int MOST_PLANS = 100;

    private final String rule;
    private final Created created;
    /** By fate, all of them, then by plan. */
    private final Map<Fate, Map<String, LongAdder>> counts = new EnumMap<>(Fate.class);

    private final LongAdder[] headroom =
            Stream.generate(LongAdder::new).limit(TENTHS).toArray(LongAdder[]::new);

    /** Is told of each combination when it is counted for the first time. */
    interface Created {
        void created(String rule, String plan, Fate fate, LongAdder count);
    }

    RuleCounts(String rule, Created created) {
        this.rule = rule;
        this.created = created;
        for (Fate fate : Fate.values()) {
            counts.put(fate, new ConcurrentHashMap<>());
        }
    }

    void count(@Nullable String plan, Fate fate) {
        Map<String, LongAdder> plans = counts.getOrDefault(fate, Map.of());
        LongAdder count = plans.get(plan == null ? NO_PLAN : plan);
        (count == null ? first(plans, plan == null ? NO_PLAN : plan, fate) : count).increment();
    }

    private LongAdder first(Map<String, LongAdder> plans, String plan, Fate fate) {
        String kept = plans.size() < MOST_PLANS ? plan : Monitor.OTHER;
        LongAdder fresh = new LongAdder();
        LongAdder known = plans.putIfAbsent(kept, fresh);
        if (known != null) {
            return known;
        }
        created.created(rule, kept, fate, fresh);
        return fresh;
    }

    void left(long remaining, long limit) {
        int tenth = limit <= 0 ? 0 : (int) Math.min(TENTHS - 1, remaining * TENTHS / limit);
        headroom[tenth].increment();
    }

    LongAdder headroom(int tenth) {
        return headroom[tenth];
    }

    /** Calls for each combination that was counted. */
    void each(Created call) {
        counts.forEach((fate, plans) -> plans.forEach((plan, count) -> call.created(rule, plan, fate, count)));
    }

    Report.OfRule report() {
        Map<String, Map<Fate, Long>> byPlan = new TreeMap<>();
        each((name, plan, fate, count) ->
                byPlan.computeIfAbsent(plan, key -> new EnumMap<>(Fate.class)).put(fate, count.sum()));
        byPlan.replaceAll((plan, fates) -> Collections.unmodifiableMap(fates));
        return new Report.OfRule(
                rule,
                Collections.unmodifiableMap(byPlan),
                Stream.of(headroom).map(LongAdder::sum).toList());
    }
}
