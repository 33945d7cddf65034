package io.sluice.rules;

import io.sluice.core.Answer;
import io.sluice.core.Charges;
import io.sluice.core.Key;
import io.sluice.core.Question.Verb;
import io.sluice.core.RateLimiter;
import io.sluice.core.Reservation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Asks limiters in this process, by the hashes of keys. */
final class InMemory implements Teller {
    private final Object taking = new Object();

    @Override
    public CompletionStage<Answer> ask(Verb verb, List<Charge> charges, long nanos, @Nullable Object receipt) {
        return CompletableFuture.completedFuture(answer(verb, charges(charges), nanos, receipt));
    }

    /** One charge is atomic as it is. */
    @Override
    public CompletionStage<Answer> take(List<Charge> charges) {
        if (charges.size() == 1) {
            return ask(Verb.TRY_ACQUIRE, charges);
        }
        synchronized (taking) {
            return ask(Verb.TRY_ACQUIRE, charges);
        }
    }

    private static Answer answer(Verb verb, Charges charges, long nanos, @Nullable Object receipt) {
        return switch (verb) {
            case TRY_ACQUIRE -> withReceipt(charges.take());
            case TRY_ACQUIRE_UP_TO -> throw new AssertionError("no rule takes what there is");
            case RESERVE -> withReceipt(charges.reserve(Duration.ofNanos(nanos)));
            case CANCEL -> new Answer(charges.peek(), receipt instanceof Reservation held && held.cancel());
            case PEEK -> Answer.of(charges.peek());
            case REFUND -> Answer.of(charges.refund());
            case PENALIZE -> Answer.of(charges.penalize());
            case RESET -> Answer.of(charges.reset());
            case BLOCK -> Answer.of(charges.block(Duration.ofNanos(nanos)));
            case UNBLOCK -> Answer.of(charges.unblock());
        };
    }

    private static Answer withReceipt(Reservation held) {
        return new Answer(held.decision(), held, held.each());
    }

    private static Charges charges(List<Charge> charges) {
        Charges all = null;
        for (Charge charge : charges) {
            RateLimiter limiter = limiter(charge);
            Key key = Key.ofParts(charge.key().hash);
            all = all == null ? Charges.of(limiter, key, charge.permits()) : all.and(limiter, key, charge.permits());
        }
        if (all == null) {
            throw new IllegalArgumentException("a question is about one key or more");
        }
        return all;
    }

    private static RateLimiter limiter(Charge charge) {
        RateLimiter limiter = charge.counter().limiter();
        if (limiter == null) {
            throw new AssertionError("a memory store gives out its limiters");
        }
        return limiter;
    }
}
