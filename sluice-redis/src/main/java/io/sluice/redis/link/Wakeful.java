package io.sluice.redis.link;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Stays awake for a moment where a reply is about to come. To fall asleep and be woken takes longer than a call of Redis' scripts, on both sides: a thread that is
 * looking when the reply comes costs less processor time than one that must be woken, and the next batch leaves at once.
 *
 * <p>It looks only while something is awaited, for no longer than {@link #MOST_NANOS}, and only where {@link Foresight} says that it pays. Between two looks it lets
 * others run who have no processor: Redis may be one of them. If somebody then runs for longer than {@link #BRIEF_NANOS} the reply counts as late, whenever it
 * comes: where that happens often the machine is busy, and who sleeps and is woken gets a processor sooner than who gave it away. A mere try gives way to nobody.
 * {@link AwakeTime} bounds what looking may cost where replies are rare.
 *
 * <p>While it looks nobody wakes it, since it is awake; so it stops when somebody asks, who then waits for it to send.
 */
final class Wakeful implements SelectStrategy {
    /**
     * Replies mostly come within 60 us, and those that do not within 150. To sleep for those would be dear not once but for a while: Redis, which then has to wake
     * the reader, becomes so slow by it that the next replies are late too.
     */
    static final long MOST_NANOS = 250_000;

    /** Who waits longer for a reply is not repaid: it counts as late too. */
    static final long WORTH_NANOS = 120_000;

    /** Much longer than it takes to give way where nobody waits. */
    static final long BRIEF_NANOS = 20_000;

    private final Awaited awaited;
    private final AwakeTime awakeTime;
    private final LongSupplier nanos;
    private final Foresight foresight = new Foresight();

    Wakeful(Awaited awaited, AwakeTime awakeTime) {
        this.awaited = awaited;
        this.awakeTime = awakeTime;
        this.nanos = awakeTime.clock();
    }

    @Override
    public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
        if (hasTasks) {
            return selectNow.get();
        }
        return awaited.isAny() && awakeTime.isLeft(nanos.getAsLong(), awaited.answered()) && foresight.isWorthWaiting()
                ? look(selectNow)
                : SELECT;
    }

    private int look(IntSupplier selectNow) throws Exception {
        boolean givesWay = foresight.isLikely();
        boolean alone = true;
        long asked = awaited.asked();
        long begin = nanos.getAsLong();
        long now = begin;
        do {
            int ready = selectNow.get();
            if (ready > 0) {
                foresight.saw(alone && now - begin < WORTH_NANOS);
                awakeTime.spend(now - begin);
                return ready;
            }
            if (awaited.asked() != asked) {
                awakeTime.spend(now - begin);
                return CONTINUE;
            }
            long before = now;
            pause(givesWay);
            now = nanos.getAsLong();
            alone &= now - before < BRIEF_NANOS;
        } while (now - begin < MOST_NANOS);
        foresight.saw(false);
        awakeTime.spend(now - begin);
        return SELECT;
    }

    @SuppressWarnings("ThreadPriorityCheck") // others run sooner by it; nothing depends on that
    private static void pause(boolean givesWay) {
        if (givesWay) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }
}
