package io.sluice.rules;

import io.sluice.core.Clock;
import io.sluice.core.Limit;
import io.sluice.rules.Gathered.Lines;
import io.sluice.rules.key.KeyShape;
import io.sluice.rules.list.AccessList;
import io.sluice.rules.match.MatchIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** A rule set in force, made ready. Never changes but for what it remembers of combinations it met. */
final class Snapshot {
    private static final int COMBINATIONS = 512;

    final RuleSet rules;
    final Counters counters;
    private final List<LiveRule> live = new ArrayList<>();
    private final MatchIndex index;
    private final boolean schedules;
    private final @Nullable AccessList allow;
    private final @Nullable AccessList deny;
    private final @Nullable Plans plans;
    private final AtomicReferenceArray<@Nullable Combination> combinations = new AtomicReferenceArray<>(COMBINATIONS);

    /** @throws IllegalArgumentException if the rules are not ones that a rule file could say, with what would be right */
    Snapshot(RuleSet rules, Counters counters, Clock clock) {
        this.rules = rules;
        this.counters = counters;
        for (Rule rule : rules.rules()) {
            live.add(new LiveRule(rule, rules, counters, clock));
        }
        this.index = MatchIndex.of(
                rules.rules().stream().map(Rule::match).toList(), i -> !live.get(i).shadow, rules.paths());
        this.schedules = rules.rules().stream().anyMatch(rule -> rule.active() != null);
        this.allow = rules.allow().isEmpty() ? null : AccessList.of(rules.allow(), rules.paths());
        this.deny = rules.deny().isEmpty() ? null : AccessList.of(rules.deny(), rules.paths());
        PlanSettings plan = rules.plan();
        this.plans = plan == null ? null : new Plans(plan, rules.clients());
    }

    List<LiveRule> live() {
        return live;
    }

    boolean denies(Attributes attributes) {
        return deny != null && deny.covers(attributes);
    }

    boolean leavesOut(Attributes attributes) {
        return allow != null && allow.covers(attributes);
    }

    @Nullable
    String plan(Attributes attributes) {
        return plans == null ? null : plans.of(attributes);
    }

    /** The rules that match a request now, as bits. */
    long[] matching(Attributes attributes, Gathered gathered) {
        long[] found = matchingByName(attributes, gathered);
        if (!index.anySome(found)) {
            index.addOtherwise(found);
            if (schedules) {
                dropInactive(found);
            }
        }
        return found;
    }

    /** The same without the rules for what is left over. */
    long[] matchingByName(Attributes attributes, Gathered gathered) {
        long[] found = gathered.found(live.size());
        index.find(attributes, found, gathered.walk);
        if (schedules) {
            dropInactive(found);
        }
        return found;
    }

    private void dropInactive(long[] found) {
        for (int word = 0; word < found.length; word++) {
            for (long left = found[word]; left != 0; left &= left - 1) {
                int i = (word << 6) + Long.numberOfTrailingZeros(left);
                if (!live.get(i).isActive()) {
                    found[word] &= ~(1L << i);
                }
            }
        }
    }

    /** All rules that count for a request, with its keys and costs. */
    void gather(Attributes attributes, boolean withPlan, Gathered gathered) {
        gathered.begin();
        long[] found = matching(attributes, gathered);
        boolean planKnown = plans == null;
        if (withPlan && !planKnown) {
            gathered.plan = plan(attributes);
            planKnown = true;
        }
        for (int word = 0; word < found.length; word++) {
            for (long left = found[word]; left != 0; left &= left - 1) {
                LiveRule rule = live.get((word << 6) + Long.numberOfTrailingZeros(left));
                if (!planKnown && rule.asksForPlan()) {
                    gathered.plan = plan(attributes);
                    planKnown = true;
                }
                gather(rule, attributes, gathered);
            }
        }
    }

    private static void gather(LiveRule rule, Attributes attributes, Gathered gathered) {
        Terms terms = rule.terms(attributes, gathered.plan);
        long key = terms == null ? KeyShape.SKIPPED : rule.shape.hash(attributes);
        if (terms != null && key != KeyShape.SKIPPED) {
            Lines lines = rule.enforces(attributes) ? gathered.enforced : gathered.shadows;
            lines.add(terms, key, permits(rule.price.of(attributes, gathered), attributes.times()));
        }
    }

    private static long permits(long cost, long times) {
        return times == 1 ? cost : cost > 0 && times > Limit.MOST_PERMITS / cost ? Limit.MOST_PERMITS : cost * times;
    }

    /** What these terms come to; two requests with the same ones mostly get the same object. */
    Combination combination(Lines lines) {
        int hash = lines.count;
        for (int i = 0; i < lines.count; i++) {
            hash = hash * 0x9E3779B1 + lines.terms[i].number;
        }
        int place = (hash ^ (hash >>> 15)) & (COMBINATIONS - 1);
        Combination known = combinations.get(place);
        if (known == null || !known.isOf(lines)) {
            known = new Combination(java.util.Arrays.copyOf(lines.terms, lines.count));
            combinations.set(place, known);
        }
        return known;
    }
}
