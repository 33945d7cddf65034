package io.sluice.redis.lease;

import io.sluice.core.Answer;
import io.sluice.core.AsyncWaiters;
import io.sluice.core.Clock;
import io.sluice.core.Decision;
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
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Takes permits from a shared store ahead, a slice for each busy key, and decides from them without asking.
 *
 * <p><b>Never over-admits</b>: in any interval d all instances together grant at most burst + ⌊rate·d⌋, also when one dies with
 * leases or answers are late or lost. {@link LeaseTerms} says why: the shared store counts under a burst that is smaller by ⌈rate·L⌉, where L is how
 * long a lease may be used, counted from before it was asked for. All instances must be given the same L, because counters under different bursts are different
 * counters; a store that is asked without leases counts apart as well.
 *
 * <p><b>Under-admits</b>, by at most: ⌈rate·L⌉ of the burst, always, at most a quarter of it; and what is left of a lease that nobody used in time, or
 * whose instance died: n permits of a key are earned back in n/rate. A lease holds what the key will use in L/2, judged by what it
 * just used, and at most 1/(2m) of what there is, m being the number of instances. Nothing is given back early.
 *
 * <p>Leases are for {@code tryAcquire} on one key under one token bucket whose rate·L is at most a quarter of the burst. Everything else is
 * asked for and exact, but counted under the same smaller burst. Several permits at once are taken from the lease if it
 * has them all, and asked for otherwise.
 *
 * <p>What other instances do is seen late. A ban made elsewhere: when the lease ends, after L at most. A reset, refund or unblock made elsewhere
 * while the key is refused: after its {@code retryAfter}, or if that is longer, after a second and as long as the store underneath remembers refusals itself; that
 * of Redis does, for 10 s unless told otherwise, so after 11 s. Through this store all of them work at once. {@code peek} asks
 * the shared store, which does not know of permits that are left in leases.
 *
 * <p>Failures are for the store underneath to deal with; it should answer within L.
 */
public final class LeasedStore implements Store {
    /** How long a lease may be used, unless told otherwise. */
    public static final Duration VALID = Duration.ofMillis(100);

    /** Keys of one limiter that have leases at a time, unless told otherwise; further ones are asked for. */
    public static final int MOST_KEYS = 100_000;

    private final Store remote;
    private final LeaseSource source;
    private final Function<LimitSet, @Nullable LeaseTerms> terms;
    private final Function<LimitSet, LimitSet> counted;
    private final int mostKeys;
    private final Map<String, LeasedKeys> limiters = new ConcurrentHashMap<>();

    /** {@code instances}: how many share the limits, this one included; a guess that is wrong costs fairness only. */
    public LeasedStore(Store remote, IntSupplier instances) {
        this(remote, instances, VALID, MOST_KEYS);
    }

    public LeasedStore(Store remote, IntSupplier instances, Duration valid, int mostKeys) {
        this(
                remote,
                instances,
                limits -> LeaseTerms.of(limits, valid.toNanos()),
                limits -> LeaseTerms.counted(limits, valid.toNanos()),
                mostKeys);
    }

    LeasedStore(
            Store remote,
            IntSupplier instances,
            Function<LimitSet, @Nullable LeaseTerms> terms,
            Function<LimitSet, LimitSet> counted,
            int mostKeys) {
        this.remote = remote;
        this.source = new LeaseSource(remote, instances);
        this.terms = terms;
        this.counted = counted;
        this.mostKeys = mostKeys;
    }

    @Override
    public CompletionStage<Answer> ask(Question question) {
        List<Charge> charges = question.charges();
        if (question.verb() == Verb.TRY_ACQUIRE && charges.size() == 1) {
            Charge charge = charges.get(0);
            KeyLeases leases =
                    charge.permits() == 0 ? null : keys(charge.limits()).of(charge.key());
            if (leases != null) {
                return leases.tryAcquire(charge.permits());
            }
        }
        return askRemote(question);
    }

    private LeasedKeys keys(LimitSet limits) {
        LeasedKeys known = limiters.get(limits.name());
        return known != null && known.isFor(limits) ? known : renewed(limits);
    }

    /** After a change of limits, leases under the old ones are let go. */
    private LeasedKeys renewed(LimitSet limits) {
        return limiters.compute(
                limits.name(),
                (name, known) -> known != null && known.isFor(limits)
                        ? known
                        : new LeasedKeys(limits, counted.apply(limits), terms.apply(limits), source, mostKeys));
    }

    private CompletionStage<Answer> askRemote(Question question) {
        forget(question);
        CompletionStage<Answer> answer = remote.ask(underCounted(question));
        return answer.thenApply(given -> {
            forget(question);
            return new Answer(
                    translated(question.charges(), given.decision()), given.receipt(), each(question, given.each()));
        });
    }

    /** Before asking, and again afterwards: a lease may have come in between. */
    private void forget(Question question) {
        for (Charge charge : question.charges()) {
            switch (question.verb()) {
                case RESET, BLOCK, UNBLOCK -> keys(charge.limits()).forget(charge.key());
                case REFUND, CANCEL, PENALIZE, RESERVE -> keys(charge.limits()).forgetRefusal(charge.key());
                default -> {}
            }
        }
    }

    private Question underCounted(Question question) {
        List<Charge> charges = question.charges().stream()
                .map(one -> new Charge(keys(one.limits()).counted(), one.key(), one.permits()))
                .toList();
        return new Question(question.verb(), charges, question.most(), question.nanos(), question.receipt());
    }

    private List<Decision> each(Question question, List<Decision> each) {
        return IntStream.range(0, each.size())
                .mapToObj(i -> translated(List.of(question.charges().get(i)), each.get(i)))
                .toList();
    }

    private Decision translated(List<Charge> charges, Decision decision) {
        for (Charge charge : charges) {
            LeaseTerms changed = keys(charge.limits()).terms();
            if (changed != null && changed.counts(decision.binding())) {
                return changed.translated(decision);
            }
        }
        return decision;
    }

    /** Keys that have leases now, or had until not long ago. */
    long leasedKeys() {
        return limiters.values().stream().mapToLong(LeasedKeys::size).sum();
    }

    /** Leases under it are let go. */
    @Override
    public void forget(String name) {
        limiters.remove(name);
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

    @Override
    public void close() {
        remote.close();
    }
}
