package io.sluice.redis.lease;

import io.sluice.core.Answer;
import io.sluice.core.Decision;
import io.sluice.core.Question.Verb;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One key's share of its limit, what of it has been used, and what the shared store knows of that.
 *
 * <p>An answer tells how the whole bucket stood when the store had heard of so much of what was used here; what was used since
 * then is taken off. So that it is clear what the store had heard of, one question is under way at a time. One that has not been answered for
 * {@link #PATIENCE} intervals is given up, and its answer ignored.
 */
final class EventualKey {
    private static final int PATIENCE = 10;

    private enum Next {
        NOTHING,
        REPORT,
        LOOK
    }

    /** A question that is under way, and how much of what was used here the store will have heard of with it. */
    private record Asked(long number, long heard, long at) {}

    private final EventualKeys keys;
    private final String key;
    private final LocalBucket bucket;
    private long used;
    private long reported;
    private long questions;
    private long askedAt;
    private boolean listed;
    private @Nullable Asked underWay;
    private @Nullable Ban ban;

    EventualKey(EventualKeys keys, Share share, String key) {
        this.keys = keys;
        this.key = key;
        this.askedAt = keys.now();
        this.bucket = new LocalBucket(share, askedAt);
    }

    /** Null if the share can never give so many. */
    @Nullable
    Decision tryAcquire(long permits) {
        Decision decision;
        Next next;
        synchronized (this) {
            if (permits > bucket.capacity()) {
                return null;
            }
            long now = keys.now();
            decision = decide(permits, now);
            next = decision.allowed() ? afterUse(now) : afterRefusal(now);
        }
        if (next == Next.REPORT) {
            report();
        } else if (next == Next.LOOK) {
            look();
        }
        return decision;
    }

    private Decision decide(long permits, long now) {
        Ban known = ban;
        if (known != null && known.holds(now)) {
            return known.decision(keys.limit(), now);
        }
        if (!bucket.take(permits, now)) {
            return Decision.refused(
                    keys.limit(), bucket.wait(permits, now), bucket.remaining(now), bucket.resetAfter(now));
        }
        used += permits;
        return Decision.allowed(keys.limit(), permits, bucket.remaining(now), bucket.resetAfter(now), 0);
    }

    /** At once if nothing is known of the key yet, or much was used. */
    private Next afterUse(long now) {
        boolean pressing = questions == 0 || used - reported >= keys.early();
        if (pressing && nobodyAsks(now)) {
            return Next.REPORT;
        }
        if (!listed) {
            listed = true;
            keys.list(this);
        }
        return Next.NOTHING;
    }

    /** Permits may have come back elsewhere, or a ban ended. */
    private Next afterRefusal(long now) {
        return now - askedAt >= keys.intervalNanos() && nobodyAsks(now) ? Next.LOOK : Next.NOTHING;
    }

    private boolean nobodyAsks(long now) {
        Asked question = underWay;
        return question == null || now - question.at >= PATIENCE * keys.intervalNanos();
    }

    /** The interval is over. */
    void reportListed() {
        synchronized (this) {
            listed = false;
        }
        report();
    }

    /** Tells the store what was used since the last time, unless a question is under way: then once that is answered. */
    void report() {
        long permits;
        Asked question;
        synchronized (this) {
            long now = keys.now();
            permits = used - reported;
            if (permits == 0 || !nobodyAsks(now)) {
                return;
            }
            reported = used;
            question = nextQuestion(now);
        }
        send(permits).whenComplete((state, failure) -> settle(question, state));
    }

    /**
     * Asked first whether it may pass, which tells of bans too, and is what stores do fastest. If not it is taken all the same: what was
     * granted here is debt there.
     */
    private CompletionStage<Answer> send(long permits) {
        return keys.ask(Verb.TRY_ACQUIRE, key, permits).thenCompose(answer -> {
            learnBan(answer.decision());
            return answer.decision().allowed()
                    ? CompletableFuture.completedFuture(answer)
                    : keys.ask(Verb.PENALIZE, key, permits);
        });
    }

    private Asked nextQuestion(long now) {
        Asked question = new Asked(++questions, reported, now);
        askedAt = now;
        underWay = question;
        return question;
    }

    /** Learns from an answer, and goes on with what was used meanwhile. Null if there was none. */
    private void settle(Asked question, @Nullable Answer answer) {
        boolean more;
        synchronized (this) {
            if (!question.equals(underWay)) {
                return;
            }
            underWay = null;
            if (answer != null) {
                learn(answer.decision(), question.heard);
            }
            more = used - reported >= keys.early() || (used > reported && !listed);
        }
        if (more) {
            report();
        }
    }

    /** Looks how the store sees the key, unless that is about to be known anyway. */
    private void look() {
        Asked question;
        synchronized (this) {
            long now = keys.now();
            if (!nobodyAsks(now)) {
                return;
            }
            question = nextQuestion(now);
        }
        keys.ask(Verb.PEEK, key, 1).whenComplete((answer, failure) -> {
            if (answer != null) {
                learnBan(answer.decision());
            }
            settle(question, answer);
        });
    }

    /** Looks whether the store bans the key. */
    CompletionStage<Answer> lookForBan() {
        return keys.ask(Verb.PEEK, key, 1).thenApply(answer -> {
            learnBan(answer.decision());
            return answer;
        });
    }

    private void learn(Decision decision, long heard) {
        if (!decision.blocked()) {
            bucket.become(keys.share(), decision, used - heard, keys.now());
        }
    }

    private synchronized void learnBan(Decision decision) {
        ban = decision.blocked() ? new Ban(decision.retryAfterNanos(), keys.now()) : null;
    }

    /** Whether it is as good as new, and the store has heard of everything. */
    synchronized boolean idle(long now) {
        return used == reported && ban == null && bucket.resetAfter(now) == 0;
    }
}
