package io.sluice.servlet;

import io.sluice.core.Clock;
import io.sluice.http.Verdict;
import io.sluice.http.answer.Answer;
import io.sluice.rules.Ruling;
import jakarta.servlet.AsyncContext;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A request that waits without a thread: for its decision, for its delay, or for both. It ends in one of three ways, whichever comes first: it goes on, it is
 * answered, or its client leaves and gets its permits back.
 */
final class Aside {
    private enum State {
        WAITING,
        OVER,
        LEFT
    }

    private final Passage passage;
    private final AsyncContext context;
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    /** Taken out by whoever runs it, so that it runs once. */
    private final AtomicReference<@Nullable Runnable> whenLeft = new AtomicReference<>();

    Aside(Passage passage) {
        this.passage = passage;
        this.context = passage.request().startAsync(passage.request(), passage.response());
        context.setTimeout(0);
        context.addListener(new WhenOver(this::leave));
    }

    void goOn(Verdict verdict) {
        if (state.compareAndSet(State.WAITING, State.OVER)) {
            dispatch(verdict);
        } else {
            verdict.abandon();
        }
    }

    /** {@code atEnd} runs once, however the wait ends. */
    void goOnAfter(Verdict verdict, Clock clock, Runnable atEnd) {
        Clock.Alarm alarm = clock.schedule(verdict.delayNanos(), () -> {
            if (state.compareAndSet(State.WAITING, State.OVER)) {
                atEnd.run();
                dispatch(verdict);
            }
        });
        whenLeft.set(() -> {
            alarm.cancel();
            atEnd.run();
            verdict.abandon();
        });
        if (state.get() == State.LEFT) {
            runWhenLeft();
        }
    }

    private void dispatch(Verdict verdict) {
        passage.mark(verdict);
        Ruling ruling = verdict.ruling();
        if (ruling != null && !ruling.awaited().isEmpty()) {
            context.addListener(new WhenOver(() -> passage.ended(ruling)));
        }
        context.dispatch();
    }

    void send(Answer answer) {
        if (state.compareAndSet(State.WAITING, State.OVER)) {
            try {
                passage.send(answer);
            } catch (IOException clientHasLeft) {
                // There is nobody to tell.
            } finally {
                context.complete();
            }
        }
    }

    private void leave() {
        if (state.compareAndSet(State.WAITING, State.LEFT)) {
            runWhenLeft();
        }
    }

    private void runWhenLeft() {
        Runnable task = whenLeft.getAndSet(null);
        if (task != null) {
            task.run();
        }
    }
}
