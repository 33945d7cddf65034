package io.sluice.server.resp;

import io.sluice.core.ArrivalTimes;
import io.sluice.core.Clock;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** In this process: one instant a key, whatever numbers are asked with, as redis-cell keeps it. */
final class MemoryCells implements Cells {
    private final ArrivalTimes times;
    private final Tally tally = new Tally();

    MemoryCells(Clock clock, long maxKeys) {
        this.times = new ArrivalTimes(clock, maxKeys);
    }

    @Override
    public long nanos() {
        return times.nanos();
    }

    @Override
    public @Nullable CompletionStage<Consumer<Replies>> decide(Throttle throttle, Replies out) {
        Request request = throttle.request();
        long hash = ArrivalTimes.hash(request.bytes(), request.from(1), request.to(1), throttle.database());
        if (throttle.quantity() < 0) {
            giveBack(hash, throttle, out);
        } else {
            take(hash, throttle, out);
        }
        return null;
    }

    private void take(long hash, Throttle throttle, Replies out) {
        CellLimit limit = throttle.limit();
        long cost = limit.cost(throttle.quantity());
        long taken = times.take(hash, throttle.nowNanos(), cost, limit.toleranceNanos());
        if (taken >= 0) {
            limit.answerAllowed(taken, out);
        } else {
            limit.answerRefused(~taken, cost, out);
        }
        tally.count(taken >= 0);
        if (taken == cost) {
            goOnFromNow(throttle);
        }
    }

    /** A key that was new started later than the requests were read that came together: who comes next must not be earlier. */
    private void goOnFromNow(Throttle throttle) {
        throttle.at(nanos());
    }

    private void giveBack(long hash, Throttle throttle, Replies out) {
        CellLimit limit = throttle.limit();
        limit.answerAllowed(times.giveBack(hash, limit.cost(-throttle.quantity())), out);
        goOnFromNow(throttle);
    }

    @Override
    public long allowed() {
        return tally.allowed();
    }

    @Override
    public long refused() {
        return tally.refused();
    }
}
