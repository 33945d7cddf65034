package io.sluice.redis.link;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;

/**
 * Stays awake for a moment where a reply is about to come. To fall asleep and be woken takes longer than a call of Redis' scripts, on both sides: a thread that is
 * looking when the reply comes costs less processor time than one that must be woken, and the next batch leaves at once.
 *
 * <p>It looks only while something is awaited, for no longer than {@link #MOST_NANOS}, and only where {@link Foresight} says that it pays. While it looks nobody
 * wakes it, since it is awake; so it stops when somebody asks, who then waits for it to send.
 */
final class Wakeful implements SelectStrategy {
    static final long MOST_NANOS = 60_000;

    private final Awaited awaited;
    private final Foresight foresight = new Foresight();

    Wakeful(Awaited awaited) {
        this.awaited = awaited;
    }

    @Override
    public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
        if (hasTasks) {
            return selectNow.get();
        }
        return awaited.isAny() && foresight.isWorthWaiting() ? look(selectNow) : SELECT;
    }

    private int look(IntSupplier selectNow) throws Exception {
        long asked = awaited.asked();
        long begin = System.nanoTime();
        do {
            int ready = selectNow.get();
            if (ready > 0) {
                foresight.saw(true);
                return ready;
            }
            if (awaited.asked() != asked) {
                return CONTINUE;
            }
            Thread.onSpinWait();
        } while (System.nanoTime() - begin < MOST_NANOS);
        foresight.saw(false);
        return SELECT;
    }
}
