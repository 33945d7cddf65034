package io.sluice.server.resp;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import io.sluice.core.Store;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** In a store, under limits made of the numbers that are asked with: other numbers are another counter. */
final class StoreCells implements Cells {
    private static final String NAME = "cl.throttle ";
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long LONGEST_PERIOD_NANOS = Duration.ofDays(366).toNanos();
    private static final long MOST_LIMIT = Integer.MAX_VALUE;
    /** The store keeps something for each of them. */
    private static final int MOST_KNOWN = 10_000;

    private final Store store;
    private final Map<CellLimit, LimitSet> known = new ConcurrentHashMap<>();
    private final Tally tally = new Tally();

    StoreCells(Store store) {
        this.store = store;
    }

    /** The store reads its own clock. */
    @Override
    public long nanos() {
        return 0;
    }

    @Override
    public @Nullable CompletionStage<Consumer<Replies>> decide(Throttle throttle, Replies out) {
        CellLimit limit = throttle.limit();
        long quantity = throttle.quantity();
        if (limit.limit() <= 0) {
            answerEmpty(limit, quantity, out);
            return null;
        }
        Charge charge = new Charge(limits(limit), key(throttle), Math.min(Math.abs(quantity), MOST_LIMIT + 1));
        Verb verb = quantity > 0 ? Verb.TRY_ACQUIRE : quantity == 0 ? Verb.PEEK : Verb.REFUND;
        return store.ask(new Question(verb, List.of(charge), 1, 0, null))
                .thenApply(answer -> replies -> write(limit, answer.decision(), replies));
    }

    /** Of a limit that nothing can be had under. */
    private void answerEmpty(CellLimit limit, long quantity, Replies out) {
        if (quantity > 0) {
            limit.answerRefused(0, limit.cost(quantity), out);
        } else {
            limit.answerAllowed(0, out);
        }
        tally.count(quantity <= 0);
    }

    private void write(CellLimit limit, Decision decision, Replies out) {
        limit.answer(decision, out);
        tally.count(decision.allowed());
    }

    /** With the database in every case: a key that begins like one is another. */
    private static String key(Throttle throttle) {
        return throttle.database() + " " + throttle.request().text(1);
    }

    private LimitSet limits(CellLimit cell) {
        LimitSet limits = known.get(cell);
        if (limits == null) {
            if (known.size() >= MOST_KNOWN) {
                throw new CellError(
                        "more than " + MOST_KNOWN + " different limits; use the same numbers for more keys");
            }
            Limit limit = limit(cell);
            limits = LimitSet.of(NAME + limit, limit);
            known.put(cell, limits);
        }
        return limits;
    }

    /**
     * With the interval that redis-cell rounds to. Periods are whole microseconds: so as many intervals are in one as make it that, or one where that
     * would be too long a period.
     */
    private static Limit limit(CellLimit cell) {
        long interval = cell.intervalNanos();
        long intervals = NANOS_PER_MICRO / gcd(interval, NANOS_PER_MICRO);
        long times = interval <= LONGEST_PERIOD_NANOS / intervals ? intervals : 1;
        try {
            return Limit.of(times, Duration.ofNanos(times * interval)).burst(cell.limit());
        } catch (IllegalArgumentException e) {
            throw new CellError(e.getMessage() + "; with counters in a store, use smaller numbers");
        }
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    @Override
    public long allowed() {
        return tally.allowed();
    }

    @Override
    public long refused() {
        return tally.refused();
    }
}
