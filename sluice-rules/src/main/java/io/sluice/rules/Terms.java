package io.sluice.rules;

import io.sluice.core.Limit;
import io.sluice.core.Together;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A rule's limits for one plan, or for one client, and the counters that go with them. */
final class Terms {
    final LiveRule rule;
    /** Among all terms of the snapshot. */
    final int number;

    final Counter counter;
    /** Counts what passes beyond the limit, reduced or slower; null if nothing does. */
    final @Nullable Counter extra;
    /** Counts blocks, where each is longer than the last; null if they are not. */
    final @Nullable Counter offences;

    final Ruling.Counted counted;
    final boolean queues;
    final boolean unlimited;
    /** Whether an answer says what a request cost. */
    final boolean settles;
    /** The counter alone, for rules in shadow; null where it is not in memory. */
    final @Nullable Together alone;

    Terms(LiveRule rule, int number, Counter counter, @Nullable Counter extra, @Nullable Counter offences) {
        this.rule = rule;
        this.number = number;
        this.counter = counter;
        this.extra = extra;
        this.offences = offences;
        this.counted = new Ruling.Counted(rule.rule, counter.limits().limits());
        this.queues = limits().stream().anyMatch(limit -> limit.kind() == Limit.Kind.LEAKY_QUEUE);
        this.unlimited = limits().contains(Limit.unlimited());
        this.settles = rule.rule.cost() instanceof Cost.Answered;
        this.alone = counter.limiter() == null ? null : Together.of(counter.limiter());
    }

    List<Limit> limits() {
        return counter.limits().limits();
    }
}
