package io.sluice.server.gateway.upstream;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.sluice.core.Clock;
import io.sluice.rules.UpstreamSettings;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Leaves a target alone while too much goes wrong with it.
 *
 * <p>Nobody listens to the events of the library's breaker, since it would make some for every request then; changes are found by looking at its state after what
 * can change it. Its window takes a lock: the one without makes 200 bytes of garbage a request, this one 40.
 */
final class TargetBreaker {
    private static final System.Logger LOG = System.getLogger(TargetBreaker.class.getName());
    private static final int MOST_TRIALS = 5;

    /** The library asks for one, and what it says matters to nobody. */
    private static final class Failure extends Exception {
        private static final long serialVersionUID = 1;

        Failure() {
            super("", null, false, false);
        }
    }

    private final String name;
    private final CircuitBreaker breaker;
    private final Clock clock;
    private final long openNanos;
    private volatile State last = State.CLOSED;
    private volatile long openUntil;

    TargetBreaker(String name, UpstreamSettings.Breaker settings, Clock clock) {
        this.name = name;
        this.clock = clock;
        this.openNanos = settings.open().toNanos();
        this.breaker = CircuitBreaker.of(
                name,
                CircuitBreakerConfig.custom()
                        .clock(new JavaClock(clock))
                        .slidingWindow(
                                settings.of(),
                                settings.atLeast(),
                                SlidingWindowType.COUNT_BASED,
                                SlidingWindowSynchronizationStrategy.SYNCHRONIZED)
                        .failureRateThreshold((float) settings.failures())
                        .waitDurationInOpenState(settings.open())
                        .permittedNumberOfCallsInHalfOpenState(Math.min(MOST_TRIALS, settings.atLeast()))
                        .writableStackTraceEnabled(false)
                        .build());
    }

    /** Whether a request may be sent; what became of it is told after. */
    boolean tryBegin() {
        boolean may = breaker.tryAcquirePermission();
        if (last != State.CLOSED) {
            look(TargetBreaker::noCause);
        }
        return may;
    }

    void succeeded(long nanos) {
        breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
        if (last != State.CLOSED) {
            look(TargetBreaker::noCause);
        }
    }

    /** {@code why}: for the log, if that opens it. */
    void failed(long nanos, Supplier<String> why) {
        breaker.onError(nanos, TimeUnit.NANOSECONDS, new Failure());
        look(why);
    }

    /** The request says nothing about the target. */
    void dropped() {
        breaker.releasePermission();
    }

    private static String noCause() {
        return "";
    }

    private synchronized void look(Supplier<String> why) {
        State now = breaker.getState();
        if (now != last) {
            openUntil = now == State.OPEN ? clock.nanos() + openNanos : 0;
            last = now;
            boolean opened = now == State.OPEN;
            LOG.log(
                    opened ? System.Logger.Level.WARNING : System.Logger.Level.INFO,
                    opened ? "breaker of {0} is {1}: {2}" : "breaker of {0} is {1}",
                    name,
                    state(),
                    why.get());
        }
    }

    /** How long requests are kept from the target; 0 if they are not. */
    long remainingNanos() {
        return last == State.OPEN ? Math.max(0, openUntil - clock.nanos()) : 0;
    }

    String state() {
        return breaker.getState().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
