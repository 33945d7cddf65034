package io.sluice.servlet;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs a task once when a request is over, in whichever way; also if the application takes it aside again. */
final class WhenOver implements AsyncListener {
    private final Runnable task;
    private final AtomicBoolean done = new AtomicBoolean();

    WhenOver(Runnable task) {
        this.task = task;
    }

    @Override
    public void onComplete(AsyncEvent event) {
        runOnce();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        runOnce();
    }

    @Override
    public void onError(AsyncEvent event) {
        runOnce();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        event.getAsyncContext().addListener(this);
    }

    private void runOnce() {
        if (done.compareAndSet(false, true)) {
            task.run();
        }
    }
}
