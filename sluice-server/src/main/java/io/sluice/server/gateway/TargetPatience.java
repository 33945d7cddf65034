package io.sluice.server.gateway;

import io.sluice.server.gateway.upstream.UpstreamTimes;

/** How long a target is waited for, depending on what it is to do next. Used on its event loop only. */
final class TargetPatience {
    private final Ticks.Deadline deadline;
    private UpstreamTimes times;
    private boolean requestSent;
    private boolean answering;

    /** Starts with the wait for a connection. */
    TargetPatience(UpstreamTimes times, Ticks ticks, Runnable whenOver) {
        this.times = times;
        this.deadline = ticks.add(whenOver);
        deadline.in(times.connect());
    }

    /** What follows is waited for as long as these say. */
    void follow(UpstreamTimes now) {
        times = now;
    }

    UpstreamTimes times() {
        return times;
    }

    /** Until told otherwise: it is our turn. */
    void connected() {
        deadline.never();
    }

    void begin() {
        requestSent = false;
        answering = false;
        deadline.never();
    }

    /** The answer is due. */
    void requestSent() {
        requestSent = true;
        if (!answering) {
            deadline.in(times.answer());
        }
    }

    boolean isRequestSent() {
        return requestSent;
    }

    /** The upload is stuck, or goes on, perhaps to its end. */
    void uploadIsStuck(boolean stuck) {
        if (!answering) {
            if (stuck) {
                deadline.in(times.idle());
            } else if (requestSent) {
                deadline.in(times.answer());
            } else {
                deadline.never();
            }
        }
    }

    /** Nothing more can be sent; what has been answered comes now, or never. */
    void isDeaf() {
        deadline.in(times.idle());
    }

    void answering() {
        answering = true;
        isMoving();
    }

    /** Something has come or gone. */
    void isMoving() {
        deadline.in(times.idle());
    }

    /** The client does not take its answer, which is not the target's fault. */
    void heldBack() {
        deadline.never();
    }

    void goesOn() {
        if (answering) {
            isMoving();
        } else if (requestSent) {
            deadline.in(times.answer());
        }
    }

    void isFree() {
        deadline.in(times.keepAlive());
    }

    void never() {
        deadline.never();
    }

    /** For good. */
    void end() {
        deadline.remove();
    }
}
