package io.sluice.redis.failure;

import io.sluice.core.Clock;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * Whether the shared store answers, as the last tries said: a good answer while the breaker is closed means yes; an opened breaker or a failed {@linkplain
 * GuardedStore#tryNow() probe} means no. A probe without an answer in time says so only when it is the third in a row: an idle machine may
 * be slow once. Unknown, and not up, before the first try.
 *
 * <p>A good answer costs a volatile read while all is well.
 */
final class Availability {
    /** Is told of changes, one at a time and in their order; not that the store is up at first. */
    interface Listener {
        Listener NONE = new Listener() {
            @Override
            public void down(Throwable cause) {}

            @Override
            public void up(Duration afterOutage) {}
        };

        void down(Throwable cause);

        void up(Duration afterOutage);
    }

    private enum State {
        UNTRIED,
        UP,
        DOWN
    }

    private static final int MOST_LATE = 3;

    private final Clock clock;
    private final Listener listener;
    private volatile State state = State.UNTRIED;
    private volatile boolean answeredLately;
    private int late;
    private long downSinceNanos;

    Availability(Clock clock, Listener listener) {
        this.clock = clock;
        this.listener = listener;
    }

    boolean isUp() {
        return state == State.UP;
    }

    void answered() {
        if (!answeredLately) {
            answeredLately = true;
        }
        if (state != State.UP) {
            becomeUp();
        }
    }

    private synchronized void becomeUp() {
        late = 0;
        boolean wasDown = state == State.DOWN;
        state = State.UP;
        if (wasDown) {
            listener.up(Duration.ofNanos(clock.nanos() - downSinceNanos));
        }
    }

    synchronized void probeFailed(Throwable cause) {
        late++;
        if (late >= MOST_LATE || !(cause instanceof TimeoutException)) {
            down(cause);
        }
    }

    synchronized void down(Throwable cause) {
        late = 0;
        if (state != State.DOWN) {
            state = State.DOWN;
            downSinceNanos = clock.nanos();
            listener.down(cause);
        }
    }

    /** Whether there was a good answer since this was asked last. */
    boolean answeredSinceLastLook() {
        boolean answered = answeredLately;
        answeredLately = false;
        if (answered) {
            synchronized (this) {
                late = 0;
            }
        }
        return answered;
    }
}
