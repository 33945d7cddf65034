package io.sluice.server.gateway;

import io.sluice.server.http1.Body;

/** How long a client is waited for, depending on what it is to do next. Used on its event loop only. */
final class ClientPatience {
    private static final int LAST_CALL_MILLIS = 1_000;

    private final GatewayTimes times;
    private final Ticks.Deadline deadline;

    ClientPatience(GatewayTimes times, Ticks.Deadline deadline) {
        this.times = times;
        this.deadline = deadline;
    }

    void head() {
        deadline.in(times.head());
    }

    /** To send more of a body, or to take more of one. */
    void body() {
        deadline.in(times.body());
    }

    /** The client takes its answer again: it owes us the rest of its request, if anything. */
    void afterAStop(Body request) {
        if (request.isDone()) {
            deadline.never();
        } else {
            body();
        }
    }

    void keepAlive() {
        deadline.in(times.keepAlive());
    }

    /** At the end of an idle connection. */
    void lastCall() {
        deadline.in(Math.min(LAST_CALL_MILLIS, times.linger()));
    }

    void linger() {
        deadline.in(times.linger());
    }

    /** It is our turn. */
    void never() {
        deadline.never();
    }

    /** For good. */
    void end() {
        deadline.remove();
    }
}
