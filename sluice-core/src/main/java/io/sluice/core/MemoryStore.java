package io.sluice.core;

import io.sluice.core.Question.Charge;
import io.sluice.core.table.Hashing;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Counters in this process: a {@link RateLimiter} for each name. Answers at once. Made by {@link Store#memory}. */
public final class MemoryStore implements Store {
    private record Named(LimitSet limits, RateLimiter limiter) {}

    private final Clock clock;
    private final long maxKeys;
    private final Map<String, Named> limiters = new ConcurrentHashMap<>();
    private final AsyncWaiters waiters = new AsyncWaiters();
    private final long seed;
    /** Counters of names that no question was about since they were read. */
    private final Map<String, Snapshot> saved;

    private volatile boolean closed;

    MemoryStore(Clock clock, long maxKeys) {
        this(clock, maxKeys, new StoreSnapshot(Hashing.PROCESS_SEED, Map.of()));
    }

    private MemoryStore(Clock clock, long maxKeys, StoreSnapshot snapshot) {
        this.clock = clock;
        this.maxKeys = maxKeys;
        this.seed = snapshot.seed();
        this.saved = new ConcurrentHashMap<>(snapshot.byName());
    }

    /** Goes on with the counters that were {@linkplain #saveTo saved}; without them where there is no file, and, with a warning, where it cannot be used. */
    public static MemoryStore from(Path file, Clock clock, long maxKeys) {
        StoreSnapshot snapshot = StoreSnapshot.readIfThere(file);
        return snapshot == null
                ? new MemoryStore(clock, RateLimiter.checkedMaxKeys(maxKeys))
                : new MemoryStore(clock, RateLimiter.checkedMaxKeys(maxKeys), snapshot);
    }

    /**
     * Writes all counters and blocks to a file, beside the one that is there, and puts it in its place. The file holds no keys, but with it one can test whether a key
     * is among them: it is readable for its owner only.
     */
    public synchronized void saveTo(Path file) throws IOException {
        saved.values().removeIf(snapshot -> snapshot.isOver(clock.nanos()));
        Map<String, StoreSnapshot.Part> byName = new HashMap<>();
        saved.forEach((name, snapshot) -> byName.put(name, snapshot::write));
        limiters.forEach((name, named) -> byName.put(name, out -> Snapshot.write(out, named.limiter.counters())));
        StoreSnapshot.write(file, seed, byName);
    }

    /** What keys of several parts begin with here, so that they are those of the process before: see {@link Key#and}. */
    public long parts() {
        return Key.parts(seed);
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public AsyncWaiters waiters() {
        return waiters;
    }

    @Override
    public CompletionStage<Answer> ask(Question question) {
        return CompletableFuture.completedStage(answer(question));
    }

    private Answer answer(Question question) {
        Charges charges = charges(question);
        return switch (question.verb()) {
            case TRY_ACQUIRE -> taken(question, charges.take());
            case TRY_ACQUIRE_UP_TO -> Answer.of(charges.tryAcquireUpTo(question.most()));
            case RESERVE -> reserved(question, charges.reserve(Duration.ofNanos(question.nanos())));
            case CANCEL ->
                new Answer(
                        charges.peek(), question.receipt() instanceof Reservation reservation && reservation.cancel());
            case PEEK -> Answer.of(charges.peek());
            case REFUND -> Answer.of(charges.refund());
            case PENALIZE -> Answer.of(charges.penalize());
            case RESET -> Answer.of(charges.reset());
            case BLOCK -> Answer.of(charges.blockNanos(question.nanos()));
            case UNBLOCK -> Answer.of(charges.unblock());
        };
    }

    private static Answer taken(Question question, Reservation taken) {
        return new Answer(given(question, taken.decision()), null, taken.each());
    }

    private static Answer reserved(Question question, Reservation reservation) {
        return new Answer(given(question, reservation.decision()), reservation, reservation.each());
    }

    /** One key is given its permits; several are charged once. */
    private static Decision given(Question question, Decision decision) {
        return decision.allowed() && question.charges().size() == 1
                ? Decision.allowed(
                        decision.binding(),
                        question.charges().get(0).permits(),
                        decision.remaining(),
                        decision.resetAfterNanos(),
                        decision.delayNanos())
                : decision;
    }

    private Charges charges(Question question) {
        Charges all = Charges.none();
        for (Charge charge : question.charges()) {
            all = all.and(limiter(charge.limits()), charge.key(), charge.permits());
        }
        return all;
    }

    /** The limiter that counts under this name, with these limits from now on: for who asks so often that a question each time is too much. */
    public RateLimiter limiter(LimitSet limits) {
        Named known = limiters.get(limits.name());
        RateLimiter limiter = known != null && known.limits.equals(limits) ? known.limiter : renewed(limits);
        if (closed) {
            limiter.close();
        }
        return limiter;
    }

    /** The newest limits that anybody asked with are in force. */
    private RateLimiter renewed(LimitSet limits) {
        return limiters.compute(limits.name(), (name, known) -> {
                    if (known == null) {
                        Limit[] all = limits.limits().toArray(Limit[]::new);
                        return new Named(
                                limits,
                                RateLimiter.builder()
                                        .limits(all)
                                        .clock(clock)
                                        .maxKeys(maxKeys)
                                        .restored(seed, saved(limits))
                                        .build());
                    }
                    if (!known.limits.limits().equals(limits.limits())) {
                        known.limiter.reconfigure(limits.limits().toArray(Limit[]::new));
                    }
                    return new Named(limits, known.limiter);
                })
                .limiter;
    }

    private @Nullable Snapshot saved(LimitSet limits) {
        Snapshot snapshot = saved.remove(limits.name());
        return snapshot != null && snapshot.fits(limits.limits()) ? snapshot : null;
    }

    /** Forgets what was counted under a name. Who still has its limiter goes on with that; the next gets a new one. */
    @Override
    public void forget(String name) {
        saved.remove(name);
        limiters.remove(name);
    }

    @Override
    public void close() {
        closed = true;
        limiters.values().forEach(named -> named.limiter.close());
        waiters.close();
    }
}
