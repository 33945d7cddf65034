package io.sluice.rules;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.core.Question.Verb;
import io.sluice.core.Store;
import io.sluice.core.Together;
import io.sluice.rules.Ruling.Outcome;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Decides by rules: hop two of every request, whichever door it came through.
 *
 * <p>A request reads the rules in force once. All enforced rules that match it are one decision, all-or-nothing; then those in shadow look on one by one.
 */
public final class RuleEngine implements AutoCloseable {
    private final Store store;
    private final Clock clock;
    private final boolean inMemory;
    private final Watcher watcher;
    private final Teller teller;
    private final Limited limited;
    private final Onlookers onlookers;
    private volatile Snapshot snapshot;

    public RuleEngine(RuleSet rules, Store store) {
        this(rules, store, Watcher.NONE);
    }

    /** @throws IllegalArgumentException if the rules are not ones that a rule file could say, with what would be right */
    public RuleEngine(RuleSet rules, Store store, Watcher watcher) {
        this.store = store;
        this.clock = store.clock();
        this.watcher = watcher;
        this.teller = Teller.of(store);
        this.inMemory = teller instanceof InMemory;
        this.limited = new Limited(teller);
        this.onlookers = new Onlookers(teller, watcher);
        this.snapshot = new Snapshot(rules, Counters.first(store), clock);
    }

    /** Decides about one request, and charges it. Never throws and never blocks; complete at once where the store is in memory. */
    public CompletionStage<Ruling> decide(Attributes attributes) {
        Gathered gathered = Gathered.ofThread();
        if (watcher == Watcher.NONE || !gathered.sampled()) {
            return decide(attributes, gathered);
        }
        long began = System.nanoTime();
        return decide(attributes, gathered).thenApply(ruling -> {
            watcher.took(System.nanoTime() - began);
            return ruling;
        });
    }

    /**
     * The same where counters are in memory, as the ruling itself.
     *
     * @return null where a store has to be asked: then nothing has been done yet, and {@link #decide} is the way
     */
    public @Nullable Ruling decideInMemory(Attributes attributes) {
        if (!inMemory) {
            return null;
        }
        Gathered gathered = Gathered.ofThread();
        if (watcher == Watcher.NONE || !gathered.sampled()) {
            return inMemory(attributes, gathered);
        }
        long began = System.nanoTime();
        Ruling ruling = inMemory(attributes, gathered);
        watcher.took(System.nanoTime() - began);
        return ruling;
    }

    private Ruling inMemory(Attributes attributes, Gathered gathered) {
        Decided ruling = atOnce(attributes, gathered);
        return ruling != null
                ? ruling
                : later(attributes, gathered).toCompletableFuture().join();
    }

    private CompletionStage<Ruling> decide(Attributes attributes, Gathered gathered) {
        Decided ruling = atOnce(attributes, gathered);
        return ruling != null ? CompletableFuture.completedFuture(ruling) : later(attributes, gathered);
    }

    /** Nothing is allocated but the answer. Null where that takes more than one look: {@link #later} goes on with what was gathered. */
    private @Nullable Decided atOnce(Attributes attributes, Gathered gathered) {
        Snapshot rules = snapshot;
        long now = clock.nanos();
        if (rules.denies(attributes)) {
            return seen(Decided.DENIED, planSeen(rules, attributes), now);
        }
        if (rules.leavesOut(attributes)) {
            return seen(Decided.UNLIMITED, planSeen(rules, attributes), now);
        }
        rules.gather(attributes, watcher != Watcher.NONE, gathered);
        if (gathered.enforced.count == 0) {
            return seen(unlimited(attributes, gathered), gathered.plan, now);
        }
        Combination all = rules.combination(gathered.enforced);
        gathered.combination = all;
        gathered.refusal = null;
        Together together = all.together();
        return together == null || all.settles() || gathered.settles()
                ? null
                : together(together, all, attributes, gathered, now);
    }

    private Decided unlimited(Attributes attributes, Gathered gathered) {
        if (!gathered.settles()) {
            onlookers.look(attributes, gathered);
            return Decided.UNLIMITED;
        }
        Case one = new Case(attributes, Combination.EMPTY, gathered);
        onlookers.look(one);
        return new Decided(Outcome.UNLIMITED, limited.settlement(one, one.shadowCharges(), null, new BitSet(), 0));
    }

    private @Nullable String planSeen(Snapshot now, Attributes attributes) {
        return watcher == Watcher.NONE ? null : now.plan(attributes);
    }

    private Decided seen(Decided ruling, @Nullable String plan, long now) {
        watcher.decided(ruling, plan, now);
        return ruling;
    }

    private @Nullable Decided together(
            Together together, Combination all, Attributes attributes, Gathered gathered, long now) {
        Decision decision = together.tryAcquire(gathered.enforced.keys, gathered.enforced.permits, now);
        if (decision.allowed()) {
            onlookers.look(attributes, gathered);
            return seen(
                    new Decided(Outcome.ALLOWED, attributes, all, decision, all.bindingOrFirst(decision), null),
                    gathered.plan,
                    now);
        }
        if (all.plain()) {
            return seen(Limited.refused(attributes, all, decision, all.bindingOrFirst(decision)), gathered.plan, now);
        }
        gathered.refusal = decision;
        return null;
    }

    private CompletionStage<Ruling> later(Attributes attributes, Gathered gathered) {
        Case one = new Case(attributes, gathered.combination, gathered);
        Decision refusal = gathered.refusal;
        return (refusal == null ? asked(one) : limited.ruling(one, Answer.of(refusal)))
                .thenApply(ruling -> looked(one, ruling));
    }

    private CompletionStage<Decided> asked(Case one) {
        return teller.ask(Verb.TRY_ACQUIRE, one.charges())
                .thenCompose(answer ->
                        answer.decision().allowed() ? Limited.done(allowed(one, answer)) : limited.ruling(one, answer));
    }

    private Decided allowed(Case one, Answer answer) {
        Decision decision = answer.decision();
        return new Decided(
                decision.delayNanos() > 0 ? Outcome.DELAYED : Outcome.ALLOWED,
                one.attributes,
                one.combination,
                decision,
                one.combination.bindingOrFirst(decision),
                limited.settlement(one, one.charges(), answer.receipt(), new BitSet(), decision.delayNanos()));
    }

    private Ruling looked(Case one, Decided decided) {
        Decided ruling = decided.outcome() == Outcome.DELAYED && !one.attributes.canWait()
                ? decided.refusedInsteadOfDelayed()
                : decided;
        if (ruling.outcome().passes()) {
            onlookers.look(one);
        }
        watcher.decided(ruling, one.plan, clock.nanos());
        return ruling;
    }

    /** Gives back what deciding about such a request takes, up to full, and tells how things are then. */
    public CompletionStage<Ruling> refund(Attributes attributes) {
        Snapshot now = snapshot;
        Gathered gathered = Gathered.ofThread();
        now.gather(attributes, false, gathered);
        if (now.denies(attributes) || now.leavesOut(attributes) || gathered.enforced.count == 0) {
            return CompletableFuture.completedFuture(now.denies(attributes) ? Decided.DENIED : Decided.UNLIMITED);
        }
        Case one = new Case(attributes, now.combination(gathered.enforced), gathered);
        return teller.ask(Verb.REFUND, one.charges()).thenApply(answer -> refunded(one, answer.decision()));
    }

    private static Ruling refunded(Case one, Decision left) {
        Combination all = one.combination;
        Outcome outcome = left.allowed() ? Outcome.ALLOWED : Outcome.REFUSED;
        return new Decided(outcome, one.attributes, all, left, all.bindingOrFirst(left), null);
    }

    /**
     * A request that passed did not get what it was charged for: rules that say so give its permits back. To be called before {@link Ruling#ended}, while the request that was decided about can still be
     * read, and once.
     */
    public void refund(Ruling ruling, Rule.RefundOn why) {
        if (!(ruling instanceof Decided decided) || !decided.outcome().passes()) {
            return;
        }
        Settlement settlement = decided.settlement();
        Attributes attributes = decided.attributes();
        if (settlement != null) {
            settlement.refund(why);
        } else if (attributes != null) {
            refund(attributes, why);
        }
    }

    /** Where nothing was kept of the decision, what it took is worked out again. */
    private void refund(Attributes attributes, Rule.RefundOn why) {
        Snapshot now = snapshot;
        Gathered gathered = Gathered.ofThread();
        now.gather(attributes, false, gathered);
        Case one = new Case(attributes, now.combination(gathered.enforced), gathered);
        List<Charge> back = one.combination.refunded(one.charges(), why);
        if (!back.isEmpty()) {
            var unused = teller.ask(Verb.REFUND, back);
        }
    }

    /** What its counters take in this process. Walks all of them. */
    public MemoryUse memoryUse() {
        return snapshot.counters.use();
    }

    /** The rules in force. */
    public RuleSet rules() {
        return snapshot.rules;
    }

    /**
     * Takes other rules into force, at once and whole. Counters of rules that keep their name, {@code per} and algorithms are kept.
     *
     * @throws IllegalArgumentException if the rules are not ones that a rule file could say; then those before stay in force
     */
    public synchronized void replace(RuleSet others) {
        Counters counters = snapshot.counters.next();
        snapshot = new Snapshot(others, counters, clock);
        counters.dropOthers();
    }

    /**
     * Whether a request may be decided by its path although servers may read that path in other ways: all that counts for another reading counts for the request too.
     * Nothing is charged.
     */
    public boolean covers(Attributes attributes, List<PathReading> readings) {
        ReadingCheck check = new ReadingCheck(snapshot, attributes);
        return readings.stream().allMatch(check::covers);
    }

    /** What the rules would say about a request, and why; nothing is charged. */
    public CompletionStage<Explanation> explain(Attributes attributes) {
        return new Explaining(snapshot, teller, attributes).explanation();
    }

    /**
     * What a key has used: of each plan and client for which its rule has limits of their own.
     *
     * @param key as {@link Ruling#key} writes it
     * @throws IllegalArgumentException if there is no such rule, or it counts by something else, with what there is
     */
    public CompletionStage<List<Usage>> usage(String key) {
        return new Verbs(snapshot, teller).usage(key);
    }

    /** Forgets everything about a key, blocks and offences too. Throws as {@link #usage} does, like all that follow. */
    public CompletionStage<List<Usage>> reset(String key) {
        return new Verbs(snapshot, teller).reset(key);
    }

    /** Gives permits back to a key, up to full. */
    public CompletionStage<List<Usage>> refund(String key, long permits) {
        return new Verbs(snapshot, teller).refund(key, permits);
    }

    /** Refuses a key for so long. */
    public CompletionStage<List<Usage>> block(String key, Duration duration) {
        return new Verbs(snapshot, teller).block(key, duration);
    }

    /** Ends a block; what was used stays used. */
    public CompletionStage<List<Usage>> unblock(String key) {
        return new Verbs(snapshot, teller).unblock(key);
    }

    @Override
    public void close() {
        store.close();
    }
}
