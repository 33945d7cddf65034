package io.sluice.redis.failure;

import io.sluice.core.Clock;
import io.sluice.redis.failure.Circuit.Pass;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the shared store is asked at all. {@link Circuit} has the rules.
 *
 * <p>Lock-free: all there is to know is one immutable value, replaced by compare-and-swap; a change takes effect there. While everything
 * goes well that value stays, and a question costs one read of it before, and one more and a count in a striped counter after, so callers
 * do not contend. While open it costs the read and a look at the clock. Of those who come when a try is due, the one whose swap succeeds is let
 * through, so there is exactly one.
 *
 * <p>Every change of phase makes a new {@link Pass}. What became of a question is heard only if its pass is still the current one, so
 * an answer to what was asked before the breaker opened neither closes it nor counts after it has closed.
 */
final class Breaker {
    private static final AtomicReferenceFieldUpdater<Breaker, Circuit> CIRCUIT =
            AtomicReferenceFieldUpdater.newUpdater(Breaker.class, Circuit.class, "circuit");

    private final Clock clock;
    private final DoubleSupplier random;
    private volatile Circuit circuit;

    Breaker(Clock clock, DoubleSupplier random) {
        this.clock = clock;
        this.random = random;
        this.circuit = Circuit.closed(clock.nanos());
    }

    /** Null if the store is not to be asked. With a pass comes the duty to report what became of the question. */
    @Nullable
    Pass tryPass() {
        Circuit seen = circuit;
        if (seen.isClosed()) {
            return seen.pass();
        }
        long now = clock.nanos();
        if (!seen.mayTry(now)) {
            return null;
        }
        Circuit trying = seen.trying(now);
        return CIRCUIT.compareAndSet(this, seen, trying) ? trying.pass() : null;
    }

    /** Answers whether this has closed the breaker. */
    boolean succeeded(Pass pass) {
        Circuit seen = circuit;
        if (seen.isClosed()) {
            pass.successes.increment();
            return false;
        }
        return seen.pass() == pass && CIRCUIT.compareAndSet(this, seen, seen.closedAgain(clock.nanos()));
    }

    void failed(Pass pass) {
        long now = clock.nanos();
        double spread = random.getAsDouble();
        Circuit seen = circuit;
        while (seen.pass() == pass
                && !CIRCUIT.compareAndSet(this, seen, seen.failed(now, pass.successes.sum(), spread))) {
            seen = circuit;
        }
    }

    Health.Phase phase() {
        return circuit.phase();
    }

    /** How long no question will be let through; 0 if the next one may be. */
    long nanosUntilNextTry() {
        Circuit seen = circuit;
        return seen.isClosed() ? 0 : Math.max(0, seen.nextTryNanos() - clock.nanos());
    }
}
