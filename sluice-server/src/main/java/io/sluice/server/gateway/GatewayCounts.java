package io.sluice.server.gateway;

import java.util.concurrent.atomic.LongAdder;

/** What has come through a gateway since its start. */
public final class GatewayCounts {
    final LongAdder opened = new LongAdder();
    final LongAdder closed = new LongAdder();
    final LongAdder turnedAway = new LongAdder();
    final LongAdder begun = new LongAdder();
    final LongAdder ended = new LongAdder();
    final LongAdder bytesIn = new LongAdder();
    final LongAdder bytesOut = new LongAdder();
    final LongAdder answeredByTargets = new LongAdder();
    final LongAdder targetNanos = new LongAdder();

    /** The head of a request is there. */
    public void requestBegan() {
        begun.increment();
    }

    /** All is over, whichever way it ended. */
    public void requestEnded(long bodyIn, long bodyOut) {
        ended.increment();
        add(bytesIn, bodyIn);
        add(bytesOut, bodyOut);
    }

    private static void add(LongAdder sum, long bytes) {
        if (bytes > 0) {
            sum.add(bytes);
        }
    }

    public void targetAnswered(long nanos) {
        answeredByTargets.increment();
        targetNanos.add(nanos);
    }

    /** Connections that are open. */
    public long connections() {
        return opened.sum() - closed.sum();
    }

    public long connectionsOpened() {
        return opened.sum();
    }

    /** Connections that were closed at once because there were too many. */
    public long connectionsTurnedAway() {
        return turnedAway.sum();
    }

    public long requests() {
        return begun.sum();
    }

    public long requestsUnderWay() {
        return begun.sum() - ended.sum();
    }

    /** Of bodies that came from clients. */
    public long bytesIn() {
        return bytesIn.sum();
    }

    /** Of bodies that went to clients. */
    public long bytesOut() {
        return bytesOut.sum();
    }

    /** Requests that a target has answered to the end. */
    public long answeredByTargets() {
        return answeredByTargets.sum();
    }

    /** What these took in all, from the choice of the target to the end of the answer. */
    public long targetNanos() {
        return targetNanos.sum();
    }
}
