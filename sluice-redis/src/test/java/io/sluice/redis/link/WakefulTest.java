package io.sluice.redis.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.SelectStrategy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WakefulTest {
    private final Awaited awaited = new Awaited();
    private final Wakeful wakeful = new Wakeful(awaited);
    private final AtomicInteger looks = new AtomicInteger();

    @Test
    void sleepsWhereNothingIsAwaited() throws Exception {
        assertThat(wakeful.calculateStrategy(this::nothing, false)).isEqualTo(SelectStrategy.SELECT);
        awaited.ask();
        awaited.answer();
        assertThat(wakeful.calculateStrategy(this::nothing, false)).isEqualTo(SelectStrategy.SELECT);
        assertThat(looks).hasValue(0);
    }

    @Test
    void seesAReplyThatComesWhileItLooks() throws Exception {
        awaited.ask();
        assertThat(wakeful.calculateStrategy(() -> looks.incrementAndGet() < 3 ? 0 : 1, false))
                .isEqualTo(1);
        assertThat(looks).hasValue(3);
    }

    @Test
    void sleepsWhenNoReplyComes() throws Exception {
        awaited.ask();
        assertThat(wakeful.calculateStrategy(this::nothing, false)).isEqualTo(SelectStrategy.SELECT);
        int looked = looks.get();
        assertThat(looked).isPositive();
        assertThat(wakeful.calculateStrategy(this::nothing, false)).isEqualTo(SelectStrategy.SELECT);
        assertThat(looks).as("it is not worth waiting now").hasValue(looked);
    }

    @Test
    void countsAReplyAsLateWhereOthersRanMeanwhile() throws Exception {
        awaited.ask();
        wakeful.calculateStrategy(() -> looks.incrementAndGet() == 1 ? nothingForLong() : 1, false);
        int looked = looks.get();
        assertThat(wakeful.calculateStrategy(this::nothing, false)).isEqualTo(SelectStrategy.SELECT);
        assertThat(looks).as("it is not worth waiting now").hasValue(looked);
    }

    private static int nothingForLong() {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < Wakeful.BRIEF_NANOS) {
            Thread.onSpinWait();
        }
        return 0;
    }

    /** Nobody wakes a thread that is awake: it must see by itself that there is something to send. */
    @Test
    void stopsLookingWhenSomebodyAsks() throws Exception {
        awaited.ask();
        int turn = wakeful.calculateStrategy(
                () -> {
                    awaited.ask();
                    return 0;
                },
                false);
        assertThat(turn).isEqualTo(SelectStrategy.CONTINUE);
    }

    @Test
    void doesNotLookLongWhereThereIsWorkToDo() throws Exception {
        awaited.ask();
        assertThat(wakeful.calculateStrategy(this::nothing, true)).isZero();
        assertThat(looks).hasValue(1);
    }

    private int nothing() {
        looks.incrementAndGet();
        return 0;
    }
}
