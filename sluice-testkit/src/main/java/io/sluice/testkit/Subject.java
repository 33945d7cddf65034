package io.sluice.testkit;

import io.sluice.core.AsyncCharges;
import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.AsyncReservation;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Five a minute of one kind, alone or with something that never binds. */
final class Subject {
    private static final Limit WIDE = Limit.parse("1000000/s burst 1000000");

    private final StoreContract contract;
    private final Surroundings around;
    private final AsyncRateLimiter limiter;
    private final AsyncRateLimiter wide;

    Subject(StoreContract contract, EveryKind kind, Surroundings around) {
        this.contract = contract;
        this.around = around;
        Limit five = kind.limit(5);
        this.limiter = around == Surroundings.BESIDE_ANOTHER_LIMIT
                ? contract.store().limiter("five", WIDE, five)
                : contract.store().limiter("five", five);
        this.wide = contract.store().limiter("wide", WIDE);
    }

    private AsyncCharges charges(long permits) {
        AsyncCharges one = AsyncCharges.of(limiter, "k", permits);
        return around == Surroundings.BESIDE_ANOTHER_KEY ? one.and(wide, "k", permits) : one;
    }

    Duration tick() {
        return contract.tick();
    }

    void advance(Duration by) {
        contract.advance(by);
    }

    Decision acquire(long permits) {
        return Scene.answer(charges(permits).tryAcquire());
    }

    Decision upTo(long most) {
        return Scene.answer(charges(1).tryAcquireUpTo(most));
    }

    AsyncReservation reserve(long permits, Duration maxWait) {
        return Scene.answer(charges(permits).reserve(maxWait));
    }

    CompletableFuture<Decision> waitFor(long permits, Duration timeout) {
        return contract.waiting(() -> charges(permits).acquire(timeout));
    }

    Duration untilAlarm() {
        return Duration.ofNanos(
                contract.clock().alarms().get(0) - contract.clock().nanos());
    }

    Decision peek(long permits) {
        return Scene.answer(charges(permits).peek());
    }

    Decision refund(long permits) {
        return Scene.answer(charges(permits).refund());
    }

    Decision penalize(long permits) {
        return Scene.answer(charges(permits).penalize());
    }

    Decision reset() {
        return Scene.answer(charges(0).reset());
    }

    Decision block(Duration duration) {
        return Scene.answer(charges(0).block(duration));
    }

    Decision unblock() {
        return Scene.answer(charges(0).unblock());
    }
}
