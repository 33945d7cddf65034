package io.sluice.redis.lease;

import io.sluice.core.Answer;
import io.sluice.core.AsyncWaiters;
import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.core.LimitSet;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Store;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides at once from this instance's share of the limit, tells a shared store afterwards what was used, and learns from its
 * answers how much there really is.
 *
 * <p><b>Over-admits</b>, by at most (m - 1)·(burst + rate·d): in any interval D, m instances together grant no more than burst + rate·D and that, where d is
 * the time from one report to the answer to the next: the interval and a few round trips. Once, not once per interval: what was granted
 * too much is debt in the shared store, and has to be earned back by everybody. With all m counted in {@code instances}, it is at most a
 * share of that for each, so burst + rate·d in all.
 *
 * <p>Each instance starts with 1/m of the burst, and refills at 1/m of the rate. Every answer sets that to 1/m of what the shared
 * store has; so one instance that has all the traffic gets all the permits, a part with each report. Reports are made after every interval, and early
 * when 2% of the capacity have been used. A report that is lost, not only its answer, is not made again: what it held
 * is granted besides; each instance still keeps to its share of the rate.
 *
 * <p>Decided here is {@code tryAcquire} on one key under one token bucket or leaky bucket, for permits that fit the share. Everything else, windows
 * and queues and several limits among it, is asked for and exact as far as the shared store has heard. Refunds, penalties, and bans and resets made elsewhere are seen
 * after an interval and a round trip; bans and resets made through this store at once.
 */
public final class EventualStore implements Store {
    /** Between reports, unless told otherwise. */
    public static final Duration INTERVAL = Duration.ofMillis(100);

    /** Keys of one limiter that are decided here at a time, unless told otherwise; further ones are asked for. */
    public static final int MOST_KEYS = 100_000;

    private record Limiter(LimitSet limits, @Nullable EventualKeys keys) {}

    private final Store remote;
    private final IntSupplier instances;
    private final long intervalNanos;
    private final int mostKeys;
    private final Map<String, Limiter> limiters = new ConcurrentHashMap<>();

    /** {@code instances}: how many share the limits, this one included. */
    public EventualStore(Store remote, IntSupplier instances) {
        this(remote, instances, INTERVAL, MOST_KEYS);
    }

    public EventualStore(Store remote, IntSupplier instances, Duration interval, int mostKeys) {
        this.remote = remote;
        this.instances = instances;
        this.intervalNanos = interval.toNanos();
        this.mostKeys = mostKeys;
    }

    @Override
    public CompletionStage<Answer> ask(Question question) {
        Charge charge = question.charges().get(0);
        EventualKeys keys = question.charges().size() == 1 ? keys(charge.limits()) : null;
        return keys == null ? remote.ask(question) : ask(question, charge, keys);
    }

    private CompletionStage<Answer> ask(Question question, Charge charge, EventualKeys keys) {
        return switch (question.verb()) {
            case TRY_ACQUIRE -> tryAcquire(question, charge, keys);
            case BLOCK, UNBLOCK -> ban(question, charge, keys);
            case RESET -> reset(question, charge, keys);
            default -> remote.ask(question);
        };
    }

    private CompletionStage<Answer> tryAcquire(Question question, Charge charge, EventualKeys keys) {
        EventualKey key = charge.permits() == 0 ? null : keys.of(charge.key());
        Decision decision = key == null ? null : key.tryAcquire(charge.permits());
        return decision == null ? remote.ask(question) : CompletableFuture.completedFuture(Answer.of(decision));
    }

    private CompletionStage<Answer> ban(Question question, Charge charge, EventualKeys keys) {
        EventualKey key = keys.of(charge.key());
        CompletionStage<Answer> asked = remote.ask(question);
        return key == null
                ? asked
                : asked.thenCompose(answer -> key.lookForBan().thenApply(seen -> answer));
    }

    /** Afterwards too: the key may have been used in between. */
    private CompletionStage<Answer> reset(Question question, Charge charge, EventualKeys keys) {
        keys.forget(charge.key());
        return remote.ask(question).thenApply(answer -> {
            keys.forget(charge.key());
            return answer;
        });
    }

    private @Nullable EventualKeys keys(LimitSet limits) {
        Limiter known = limiters.get(limits.name());
        return (known != null && same(known.limits, limits) ? known : renewed(limits)).keys;
    }

    @SuppressWarnings("ReferenceEquality") // the usual case; comparing limits takes longer than deciding
    private static boolean same(LimitSet one, LimitSet other) {
        return one == other || one.equals(other);
    }

    /** After a change of limits, what was used under the old ones is reported, and shares begin anew. */
    private Limiter renewed(LimitSet limits) {
        Limiter before = limiters.get(limits.name());
        Limiter now = limiters.compute(
                limits.name(),
                (name, known) ->
                        known != null && same(known.limits, limits) ? known : new Limiter(limits, newKeys(limits)));
        if (before != null && before.keys != null) {
            before.keys.changeTo(limits);
        }
        return now;
    }

    private @Nullable EventualKeys newKeys(LimitSet limits) {
        Share share = Share.of(limits, instances.getAsInt());
        return share == null ? null : new EventualKeys(limits, share, remote, instances, intervalNanos, mostKeys);
    }

    /** Keys that are decided here now, or were until not long ago. */
    long decidedKeys() {
        return limiters.values().stream()
                .mapToLong(one -> one.keys == null ? 0 : one.keys.size())
                .sum();
    }

    /** Reports what has not been reported yet. */
    @Override
    public void forget(String name) {
        Limiter gone = limiters.remove(name);
        if (gone != null && gone.keys != null) {
            gone.keys.reportAll();
        }
        remote.forget(name);
    }

    @Override
    public AsyncWaiters waiters() {
        return remote.waiters();
    }

    @Override
    public Clock clock() {
        return remote.clock();
    }

    /** Reports what has not been reported yet, and closes the store that counts. */
    @Override
    public void close() {
        for (Limiter limiter : limiters.values()) {
            if (limiter.keys != null) {
                limiter.keys.reportAll();
            }
        }
        remote.close();
    }
}
