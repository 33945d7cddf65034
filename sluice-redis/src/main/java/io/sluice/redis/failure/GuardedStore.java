package io.sluice.redis.failure;

import io.sluice.core.Answer;
import io.sluice.core.AsyncWaiters;
import io.sluice.core.Clock;
import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import io.sluice.core.Store;
import io.sluice.redis.failure.Circuit.Pass;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A shared store that always answers, and within a budget: where the remote one fails or is late, {@link OnFailure} says what is answered.
 *
 * <p>It never throws and never answers by an exception. A breaker keeps the remote store from being asked while it is gone, and then lets
 * one question through now and again, which waits no longer than the budget either; the first good answer closes it. So nobody has to do
 * anything when the store comes back. {@link #health} tells what went wrong.
 *
 * <p>Nothing is told to the remote store later. A verb that came during an outage has the effect that {@link OnFailure} says and no
 * other: with {@link OnFailure#LOCAL} a refund, penalty, reset or ban counts in this process, until the remote store is back; then all
 * local counters and bans are dropped. A question that was answered without the remote store because it was late may still be
 * counted there: permits are lost by that, never won. Cancelling goes to whoever made the reservation; one of the remote store that cannot
 * be reached to cancel stays taken.
 *
 * <p>What callers attach to an answer may run in the thread of the clock's alarms and must not block.
 */
@SuppressWarnings("ReferenceEquality") // there is one probe
public final class GuardedStore implements Store {
    public static final Duration DEFAULT_BUDGET = Duration.ofMillis(20);

    private static final Duration LONGEST_BUDGET = Duration.ofMinutes(1);
    private static final long SECOND_NANOS = 1_000_000_000;
    /** So long others may still reach a store that this one has given up: what was earned meanwhile may be theirs. */
    private static final long UNSURE_NANOS = Circuit.FIRST_PAUSE_NANOS;

    /** Changes nothing. */
    private static final Question PROBE = new Question(
            Verb.PEEK, List.of(new Charge(LimitSet.of("sluice-probe", Limit.perSecond(1)), "probe", 1)), 1, 0, null);

    private final Store remote;
    private final OnFailure onFailure;
    private final LocalAnswers local;
    private final Breaker breaker;
    private final Deadlines deadlines;
    private final Incidents incidents;
    private final Availability availability;
    private final AsyncWaiters waiters = new AsyncWaiters();
    private volatile boolean closed;

    /** {@code instances} is asked with {@link OnFailure#LOCAL} only. Closing this store closes the remote one. */
    public GuardedStore(Store remote, OnFailure onFailure, Duration budget, InstanceCount instances) {
        this(remote, onFailure, budget, instances, Availability.Listener.NONE);
    }

    GuardedStore(
            Store remote,
            OnFailure onFailure,
            Duration budget,
            InstanceCount instances,
            Availability.Listener listener) {
        if (budget.isNegative() || budget.isZero() || budget.compareTo(LONGEST_BUDGET) > 0) {
            throw new IllegalArgumentException("budget must be more than 0 and up to a minute, not " + budget);
        }
        Clock clock = remote.clock();
        this.remote = remote;
        this.onFailure = onFailure;
        this.local = new LocalAnswers(clock, instances);
        this.breaker = new Breaker(clock, () -> ThreadLocalRandom.current().nextDouble());
        this.deadlines = new Deadlines(clock, budget.toNanos());
        this.incidents = new Incidents(clock, budget);
        this.availability = new Availability(clock, listener);
    }

    /** One that logs when the remote store, of this name, stops answering, and when it answers again. */
    public static GuardedStore logging(
            Store remote, OnFailure onFailure, Duration budget, InstanceCount instances, String name) {
        return new GuardedStore(remote, onFailure, budget, instances, new AvailabilityLog(name, onFailure));
    }

    @Override
    public Clock clock() {
        return remote.clock();
    }

    /** How the remote store is doing. */
    public Health health() {
        return incidents.health(breaker.phase(), availability.isUp());
    }

    @Override
    public AsyncWaiters waiters() {
        return waiters;
    }

    @Override
    public CompletionStage<Answer> ask(Question question) {
        if (closed) {
            return CompletableFuture.completedStage(Unasked.undecided(question, Long.MAX_VALUE));
        }
        if (question.receipt() instanceof Receipt) {
            return answerHere(question, clock().nanos());
        }
        Pass pass = breaker.tryPass();
        return pass == null ? fallBack(question, clock().nanos() - UNSURE_NANOS) : askRemote(question, pass);
    }

    /**
     * Asks the remote store something that changes nothing, unless the breaker lets nothing through now; {@link #health} says what came of it. Completes
     * when that is known, within the budget.
     */
    public CompletionStage<Void> tryNow() {
        Pass pass = closed ? null : breaker.tryPass();
        return pass == null
                ? CompletableFuture.completedStage(null)
                : askRemote(PROBE, pass).thenAccept(answer -> {});
    }

    /** Whether the remote store gave a good answer since this was asked last. */
    boolean answeredSinceLastLook() {
        return availability.answeredSinceLastLook();
    }

    private CompletionStage<Answer> askRemote(Question question, Pass pass) {
        Pending pending = new Pending(this, question, pass, clock().nanos());
        try {
            ask(question, pending);
        } catch (Throwable e) {
            pending.accept(null, e);
        }
        if (!pending.isSettled()) {
            deadlines.add(pending);
        }
        return pending;
    }

    private void ask(Question question, Pending pending) {
        if (remote instanceof CallbackStore direct) {
            direct.ask(question, pending);
        } else {
            var unused = remote.ask(question).whenComplete(pending);
        }
    }

    void answered(Question question, Pass pass, Answer answer) {
        if (breaker.succeeded(pass)) {
            local.forget();
        }
        if (breaker.phase() == Health.Phase.CLOSED) {
            availability.answered();
        }
        heard(question, answer);
    }

    /** Also what comes too late for who asked tells how things are. */
    void heard(Question question, Answer answer) {
        if (onFailure == OnFailure.LOCAL && question != PROBE) {
            local.heard(question, answer.decision());
        }
    }

    CompletionStage<Answer> failed(Question question, Pass pass, @Nullable Throwable error) {
        incidents.failed(error == null ? new IllegalStateException("the store answered nothing") : error);
        breaker.failed(pass);
        looksDown(question);
        return fallBack(question, clock().nanos() - UNSURE_NANOS);
    }

    CompletionStage<Answer> late(Question question, Pass pass, long askedNanos) {
        incidents.late();
        breaker.failed(pass);
        looksDown(question);
        return fallBack(question, askedNanos);
    }

    private void looksDown(Question question) {
        if (breaker.phase() != Health.Phase.CLOSED) {
            availability.down(incidents.lastError());
        } else if (question == PROBE) {
            availability.probeFailed(incidents.lastError());
        }
    }

    private CompletionStage<Answer> fallBack(Question question, long untilNanos) {
        if (question == PROBE) {
            return CompletableFuture.completedStage(Unasked.undecided(question, 1));
        }
        incidents.fellBack();
        return answerHere(question, untilNanos);
    }

    private CompletionStage<Answer> answerHere(Question question, long untilNanos) {
        try {
            return switch (onFailure) {
                case LOCAL -> local.ask(question, untilNanos);
                case ALLOW -> CompletableFuture.completedStage(Unasked.allowed(question));
                case REFUSE -> refuse(question);
            };
        } catch (RuntimeException e) {
            // Of the count of instances, which is not ours: who waits must get an answer all the same.
            incidents.failed(e);
            return refuse(question);
        }
    }

    private CompletionStage<Answer> refuse(Question question) {
        long waitNanos = Math.max(SECOND_NANOS, breaker.nanosUntilNextTry());
        return CompletableFuture.completedStage(Unasked.undecided(question, waitNanos));
    }

    @Override
    public void forget(String name) {
        remote.forget(name);
        local.forget(name);
    }

    /** Refuses new work; who waits for an answer gets it within the budget. */
    @Override
    public void close() {
        closed = true;
        remote.close();
        local.close();
        waiters.close();
    }
}
