package io.sluice.redis.lease;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Decision;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The leases of one key: the one in use, the next one, and callers who wait for a permit.
 *
 * <p>A caller who finds a permit takes it by one compare-and-swap and nothing else. Everything that changes leases is done
 * under the lock, without calling anybody: what is to be sent or answered is carried out when it has been let go. One question is
 * under way at a time. One that has not been answered for as long as a lease is valid does not count any more, and its answer is
 * ignored, because permits that it brings cannot be used.
 */
final class KeyLeases {
    /**
     * A question for permits. If nothing is taken ahead it is one caller's own, who gets the answer whenever it comes; others
     * wait for it to learn whether there is any.
     */
    private static final class Request {
        final long most;
        final long askedAt;
        final @Nullable CompletableFuture<Answer> caller;

        Request(long most, long askedAt, @Nullable CompletableFuture<Answer> caller) {
            this.most = most;
            this.askedAt = askedAt;
            this.caller = caller;
        }
    }

    private final LeaseTerms terms;
    private final LeaseSource source;
    private final Clock clock;
    private final String key;
    private final Demand demand;
    /** In the order in which they came; each wants one permit. */
    private final ArrayDeque<CompletableFuture<Answer>> waiting = new ArrayDeque<>(1);

    private volatile Lease current;
    private volatile @Nullable Lease next;
    private volatile @Nullable Refusal refusal;
    private volatile @Nullable Request underWay;

    KeyLeases(LeaseTerms terms, LeaseSource source, String key) {
        this.terms = terms;
        this.source = source;
        this.clock = source.clock();
        this.key = key;
        long now = clock.nanos();
        this.demand = new Demand(terms.validNanos(), now);
        this.current = Lease.none(now);
    }

    CompletionStage<Answer> tryAcquire(long permits) {
        Lease lease = current;
        long now = clock.nanos();
        long left = lease.take(permits, now);
        if (left == Lease.NOT_TAKEN) {
            return withoutLease(permits, now);
        }
        if (lease.low(left) && underWay == null && next == null) {
            renew();
        }
        return CompletableFuture.completedFuture(allowed(lease, permits, left, now));
    }

    /** What is left of the lease is there for sure; what the store may have besides, others may have taken. */
    private Answer allowed(Lease lease, long permits, long left, long now) {
        return Answer.of(Decision.allowed(terms.limit(), permits, left, lease.resetAfter(now), 0));
    }

    private CompletionStage<Answer> withoutLease(long permits, long now) {
        Refusal known = refusal;
        if (known != null && next == null && known.holds(now)) {
            return CompletableFuture.completedFuture(Answer.of(known.decision(permits, now)));
        }
        return permits == 1 ? join() : alone(permits);
    }

    /** Several permits are had whole or not at all, and what a lease brings may not be enough: asked for by themselves. */
    private CompletionStage<Answer> alone(long permits) {
        synchronized (this) {
            demand.use(permits);
        }
        CompletionStage<Answer> answer = source.ask(terms, key, permits);
        renew();
        return answer;
    }

    /** Takes a permit of the next lease, or waits for one behind those who came earlier. */
    private CompletionStage<Answer> join() {
        CompletableFuture<Answer> caller = new CompletableFuture<>();
        Request request;
        synchronized (this) {
            long now = turnOver();
            Lease lease = current;
            long left = lease.take(1, now);
            if (left != Lease.NOT_TAKEN) {
                return CompletableFuture.completedFuture(allowed(lease, 1, left, now));
            }
            waiting.add(caller);
            request = nobodyAsks(now) ? nextRequest(now) : null;
        }
        send(request);
        return caller;
    }

    /** Asks for the next lease before the current one has run out. */
    private void renew() {
        Request request;
        synchronized (this) {
            long now = turnOver();
            boolean wanted = nobodyAsks(now) && next == null && demand.ahead(used(), now, source.instances()) > 0;
            request = wanted ? nextRequest(now) : null;
        }
        send(request);
    }

    /** Puts the next lease in use once the current one is over. Answers the time, read afterwards. */
    private long turnOver() {
        Lease second = next;
        if (second != null && current.over(clock.nanos())) {
            demand.use(current.used());
            current = second;
            next = null;
        }
        return clock.nanos();
    }

    private boolean nobodyAsks(long now) {
        Request request = underWay;
        return request == null || expired(request, now);
    }

    private boolean expired(Request request, long now) {
        return now - terms.expiresAt(request.askedAt, now) >= 0;
    }

    private long used() {
        Lease second = next;
        return current.used() + (second == null ? 0 : second.used());
    }

    private Request nextRequest(long now) {
        long pending = used() + waiting.size();
        long ahead = demand.ahead(pending, now, source.instances());
        long most = ahead + waiting.size();
        demand.ask(ahead, pending, now);
        Request request = new Request(most, now, ahead == 0 && most == 1 ? waiting.poll() : null);
        underWay = request;
        return request;
    }

    private void send(@Nullable Request request) {
        if (request == null) {
            return;
        }
        CompletableFuture<Answer> caller = request.caller;
        CompletionStage<Answer> asked =
                caller == null ? source.askUpTo(terms, key, request.most) : source.ask(terms, key, caller);
        asked.whenComplete((answer, failure) -> brought(request, answer, failure));
    }

    private void brought(Request request, @Nullable Answer answer, @Nullable Throwable failure) {
        List<Runnable> afterwards = new ArrayList<>();
        synchronized (this) {
            if (request != underWay) {
                return;
            }
            underWay = null;
            long now = clock.nanos();
            if (answer == null) {
                serveAll(caller -> caller.completeExceptionally(failure), afterwards);
            } else {
                settle(request, answer, now, afterwards);
            }
            if (!waiting.isEmpty()) {
                Request following = nextRequest(now);
                afterwards.add(() -> send(following));
            }
        }
        afterwards.forEach(Runnable::run);
    }

    private void settle(Request request, Answer answer, long now, List<Runnable> afterwards) {
        Decision decision = answer.decision();
        demand.seen(decision.remaining());
        if (!decision.allowed()) {
            refusal = new Refusal(terms, decision, now);
            serveAll(caller -> caller.complete(answer), afterwards);
        } else if (request.caller != null) {
            demand.use(1);
        } else if (expired(request, now)) {
            serveAll(caller -> source.ask(terms, key, caller), afterwards);
        } else {
            grant(request, decision, now, afterwards);
        }
    }

    /** Who waits comes first; the rest is the next lease. */
    private void grant(Request request, Decision decision, long now, List<Runnable> afterwards) {
        long served = Math.min(decision.granted(), waiting.size());
        long left = decision.granted() - served;
        Lease lease = new Lease(left, terms.expiresAt(request.askedAt, now), now + decision.resetAfterNanos());
        Answer answer = allowed(lease, 1, left, now);
        demand.use(served);
        serve(served, caller -> caller.complete(answer), afterwards);
        if (left > 0) {
            next = lease;
            turnOver();
        }
    }

    private void serveAll(Consumer<CompletableFuture<Answer>> way, List<Runnable> afterwards) {
        serve(waiting.size(), way, afterwards);
    }

    private void serve(long callers, Consumer<CompletableFuture<Answer>> way, List<Runnable> afterwards) {
        for (long i = 0; i < callers; i++) {
            CompletableFuture<Answer> caller = waiting.remove();
            afterwards.add(() -> way.accept(caller));
        }
    }

    /** Permits came back: the next caller asks again. */
    void forgetRefusal() {
        refusal = null;
    }

    /** Whether nothing would be lost with it. */
    synchronized boolean idle(long now) {
        Lease second = next;
        Refusal known = refusal;
        return waiting.isEmpty()
                && nobodyAsks(now)
                && current.over(now)
                && (second == null || second.over(now))
                && (known == null || !known.holds(now));
    }
}
