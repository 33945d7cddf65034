package io.sluice.redis.lease;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Decision;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The leases of one key: the one in use, and the next one.
 *
 * <p>A caller who finds a permit takes it by one compare-and-swap and nothing else. Everything that changes leases is done
 * under the lock, without calling anybody. One question for a lease is under way at a time. One that has not been answered for as
 * long as a lease is valid does not count any more, and what it brings is not used.
 *
 * <p>Nobody waits for somebody else's question: who finds one under way asks for one permit, so that each waits as long as the
 * store takes for one answer. Such questions meet there and travel together.
 */
final class KeyLeases {
    /** A question for the permit of a caller, unless nobody waits for it, and for permits to be used later. */
    private static final class Request {
        final long ahead;
        final long askedAt;
        final @Nullable CompletableFuture<Answer> caller;
        /** How often refusals had been forgotten before. */
        final int forgotten;

        Request(long ahead, long askedAt, @Nullable CompletableFuture<Answer> caller, int forgotten) {
            this.ahead = ahead;
            this.askedAt = askedAt;
            this.caller = caller;
            this.forgotten = forgotten;
        }

        long most() {
            return ahead + (caller == null ? 0 : 1);
        }
    }

    private final LeaseTerms terms;
    private final LeaseSource source;
    private final Clock clock;
    private final String key;
    private final Demand demand;
    private volatile Lease current;
    private volatile @Nullable Lease next;
    private volatile @Nullable Refusal refusal;
    private int forgotten;
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

    /** Takes a permit of the next lease, or asks for it; with permits for later, if nobody asks for such. */
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
            request = nobodyAsks(now) ? nextRequest(caller, now) : null;
            demand.use(request == null ? 1 : 0);
        }
        if (request == null) {
            return source.ask(terms, key, 1);
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
            request = wanted ? nextRequest(null, now) : null;
        }
        if (request != null) {
            send(request);
        }
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

    private Request nextRequest(@Nullable CompletableFuture<Answer> caller, long now) {
        long pending = used() + (caller == null ? 0 : 1);
        long ahead = demand.ahead(pending, now, source.instances());
        demand.ask(ahead, pending, now);
        Request request = new Request(ahead, now, caller, forgotten);
        underWay = request;
        return request;
    }

    private void send(Request request) {
        CompletionStage<Answer> asked =
                request.ahead == 0 ? source.ask(terms, key, 1) : source.askUpTo(terms, key, request.most());
        asked.whenComplete((answer, failure) -> brought(request, answer, failure));
    }

    private void brought(Request request, @Nullable Answer answer, @Nullable Throwable failure) {
        CompletableFuture<Answer> caller = request.caller;
        Answer own = answer == null ? null : settle(request, answer);
        if (answer == null) {
            end(request);
        }
        if (caller == null) {
            return;
        }
        if (failure != null) {
            caller.completeExceptionally(failure);
        } else if (own != null) {
            caller.complete(own);
        } else {
            source.ask(terms, key, caller);
        }
    }

    /** Whether it still counted. */
    private synchronized boolean end(Request request) {
        boolean counted = underWay == request;
        if (counted) {
            underWay = null;
        }
        return counted;
    }

    /** What its caller is told; null if the permits came too late, and the caller has to ask again. */
    private synchronized @Nullable Answer settle(Request request, Answer answer) {
        boolean counts = end(request);
        long now = clock.nanos();
        Decision decision = answer.decision();
        if (counts) {
            demand.seen(decision.remaining());
        }
        if (!decision.allowed()) {
            refusal = counts && request.forgotten == forgotten ? new Refusal(terms, decision, now) : refusal;
            return answer;
        }
        if (request.ahead == 0) {
            demand.use(1);
            return answer;
        }
        return counts && !expired(request, now) ? grant(request, decision, now) : null;
    }

    /** The caller comes first; the rest is the next lease. */
    private Answer grant(Request request, Decision decision, long now) {
        long served = request.caller == null ? 0 : 1;
        long left = decision.granted() - served;
        Lease lease = new Lease(left, terms.expiresAt(request.askedAt, now), now + decision.resetAfterNanos());
        demand.use(served);
        if (left > 0) {
            next = lease;
            turnOver();
        }
        return allowed(lease, 1, left, now);
    }

    /** The counters are others now: the next caller asks again, and a refusal from before that is still under way is not remembered. */
    synchronized void forgetRefusal() {
        refusal = null;
        forgotten++;
    }

    /** Whether nothing would be lost with it. */
    synchronized boolean idle(long now) {
        Lease second = next;
        Refusal known = refusal;
        return nobodyAsks(now)
                && current.over(now)
                && (second == null || second.over(now))
                && (known == null || !known.holds(now));
    }
}
