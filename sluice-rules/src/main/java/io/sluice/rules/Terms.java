package io.sluice.rules;

import io.sluice.core.Limit;
import io.sluice.core.Together;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A rule's limits for one plan, or for one client, and the counters that go with them. */
final class Terms {
    final LiveRule rule;
    /** Among all terms of the snapshot. */
    final int number;

    final Counter counter;
    /** Counts what passes reduced beyond the limit; null if nothing does. */
    final @Nullable Counter extra;
    /** Counts what passes later beyond each limit; empty if nothing does. */
    final List<Excess> excess;
    /** Counts blocks, where each is longer than the last; null if they are not. */
    final @Nullable Counter offences;

    final Ruling.Counted counted;
    final boolean queues;
    final boolean unlimited;
    /** Whether an answer says what a request cost. */
    final boolean settles;
    /** The counter alone, for rules in shadow; null where it is not in memory. */
    final @Nullable Together alone;

    Terms(
            LiveRule rule,
            int number,
            Counter counter,
            @Nullable Counter extra,
            List<Excess> excess,
            @Nullable Counter offences) {
        this.rule = rule;
        this.number = number;
        this.counter = counter;
        this.extra = extra;
        this.excess = excess;
        this.offences = offences;
        this.counted = new Ruling.Counted(rule.rule, counter.limits().limits());
        this.queues = limits().stream().anyMatch(limit -> limit.kind() == Limit.Kind.LEAKY_QUEUE);
        this.unlimited = limits().contains(Limit.unlimited());
        this.settles = rule.rule.cost() instanceof Cost.Answered;
        this.alone = counter.limiter() == null ? null : Together.of(counter.limiter());
    }

    /** Beyond this limit; beyond the longest where a store that divides limits names another. Null if nothing passes beyond it. */
    @Nullable
    Excess excessOf(Limit refusing) {
        return excess.stream()
                .filter(one -> one.isOf(refusing))
                .findFirst()
                .or(() -> excess.stream()
                        .max(Comparator.comparingLong(one -> one.limit().periodNanos())))
                .orElse(null);
    }

    List<Limit> limits() {
        return counter.limits().limits();
    }
}
