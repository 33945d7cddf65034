package io.sluice.redis;

import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import io.sluice.core.Store;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Decisions about keys that do not exist, so that the first real ones find scripts loaded, classes initialized and code that has run before. The name is
 * random: it cannot be that of a limiter. What is counted is reset.
 */
final class Rehearsal {
    private static final int ROUNDS = 20;
    private static final int MOST_SETS = 16;

    private final Store store;
    private final String key = UUID.randomUUID().toString();
    private final List<LimitSet> sets = new ArrayList<>();
    private final long endNanos;

    /** Of these limits, each those of one key; {@code store} has patience. */
    Rehearsal(Store store, Collection<List<Limit>> limits, long mostNanos) {
        this.store = store;
        this.endNanos = System.nanoTime() + mostNanos;
        for (List<Limit> each : limits) {
            if (sets.size() < MOST_SETS && !each.isEmpty()) {
                sets.add(new LimitSet("rehearsal-" + key + "-" + sets.size(), each, null));
            }
        }
    }

    /** Blocks until it is over, or its time. */
    void run() {
        try {
            for (int round = 0; round < ROUNDS; round++) {
                for (LimitSet set : sets) {
                    ask(Verb.TRY_ACQUIRE, List.of(set));
                }
                ask(Verb.TRY_ACQUIRE, sets);
                ask(Verb.RESET, sets);
            }
        } catch (ExecutionException | TimeoutException e) {
            // What was rehearsed until now was; the state of the store says what is wrong.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sets.forEach(set -> store.forget(set.name()));
        }
    }

    private void ask(Verb verb, List<LimitSet> about)
            throws ExecutionException, InterruptedException, TimeoutException {
        List<Charge> charges =
                about.stream().map(set -> new Charge(set, key, 1)).toList();
        if (!charges.isEmpty()) {
            long left = Math.max(0, endNanos - System.nanoTime());
            store.ask(new Question(verb, charges, 1, 0, null))
                    .toCompletableFuture()
                    .get(left, TimeUnit.NANOSECONDS);
        }
    }
}
