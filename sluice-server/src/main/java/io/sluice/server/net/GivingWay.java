package io.sluice.server.net;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import io.netty.util.concurrent.FastThreadLocal;

/**
 * Before an event loop sleeps because nothing has come, it gives way to other threads once, and looks again: where more of them want to run than there are processors, clients are among them, and have
 * sent more by then, so that nobody has to wake anybody. Where nobody else wants to run, that is two calls of the system in a moment in which there is nothing to do.
 *
 * <p>Not so where somebody has just been asked by us: an answer that comes while others run would wait for them, and one that comes while we sleep does not. Used on its event loop only.
 */
public final class GivingWay implements SelectStrategy {
    private static final FastThreadLocal<GivingWay> OF_LOOP = new FastThreadLocal<>() {
        @Override
        protected GivingWay initialValue() {
            return new GivingWay();
        }
    };

    private final Runnable giveWay;
    private boolean known;
    private boolean asked;

    GivingWay() {
        this(Thread::yield);
    }

    GivingWay(Runnable giveWay) {
        this.giveWay = giveWay;
    }

    /** That of the loop whose thread this is; where loops sleep in other ways, one that nobody listens to. */
    public static GivingWay here() {
        return OF_LOOP.get();
    }

    /** Something was sent that will be answered. */
    public void hasAsked() {
        asked = true;
    }

    @Override
    public int calculateStrategy(IntSupplier readyNow, boolean hasTasks) throws Exception {
        if (!known) {
            known = true;
            OF_LOOP.set(this);
        }
        boolean sleep = asked;
        asked = false;
        if (sleep && !hasTasks) {
            return SELECT;
        }
        int ready = readyNow.get();
        if (ready > 0 || hasTasks) {
            return ready;
        }
        giveWay.run();
        ready = readyNow.get();
        return ready > 0 ? ready : SELECT;
    }
}
