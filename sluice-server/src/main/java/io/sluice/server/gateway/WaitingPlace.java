package io.sluice.server.gateway;

import io.netty.channel.EventLoop;
import io.sluice.core.Clock;
import io.sluice.http.Verdict;
import org.jspecify.annotations.Nullable;

/** Where a delayed request of a connection waits until it may go on. There are only so many places for all connections together. */
final class WaitingPlace {
    private final GatewayScope gateway;
    private final EventLoop loop;
    private final Runnable whenOver;
    private @Nullable Verdict verdict;
    private Clock.@Nullable Alarm alarm;

    WaitingPlace(GatewayScope gateway, EventLoop loop, Runnable whenOver) {
        this.gateway = gateway;
        this.loop = loop;
        this.whenOver = whenOver;
    }

    /** False if the wait would be too long, or too many wait already. */
    boolean tryEnter(Verdict delayed) {
        boolean tooLong = delayed.delayNanos() > gateway.settings.times().delay() * 1_000_000L;
        if (tooLong || !gateway.delayed.tryAcquire()) {
            return false;
        }
        verdict = delayed;
        alarm = gateway.clock.schedule(delayed.delayNanos(), () -> loop.execute(() -> isOver(delayed)));
        return true;
    }

    @SuppressWarnings("ReferenceEquality") // the same wait, not an equal one
    private void isOver(Verdict delayed) {
        if (verdict == delayed) {
            verdict = null;
            alarm = null;
            gateway.delayed.release();
            whenOver.run();
        }
    }

    /** The client has gone, and its permits come back. */
    void leave() {
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
        if (verdict != null) {
            verdict.abandon();
            verdict = null;
            gateway.delayed.release();
        }
    }
}
