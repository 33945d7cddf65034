package io.sluice.redis.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.SelectStrategy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WakefulTest {
    private static final long LOOK_NANOS = 10_000;

    private final Awaited awaited = new Awaited();
    private long nanos = Long.MAX_VALUE - 5_000;
    private final Wakeful wakeful = new Wakeful(awaited, () -> nanos);
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
        assertThat(wakeful.calculateStrategy(() -> nothing() + (looks.get() < 3 ? 0 : 1), false))
                .isEqualTo(1);
        assertThat(looks).hasValue(3);
    }

    @Test
    void sleepsWhenNoReplyComes() throws Exception {
        awaited.ask();
        assertThat(wakeful.calculateStrategy(this::nothing, false)).isEqualTo(SelectStrategy.SELECT);
        int looked = looks.get();
        assertThat(looked).isEqualTo((int) (Wakeful.MOST_NANOS / LOOK_NANOS));
        assertThat(wakeful.calculateStrategy(this::nothing, false)).isEqualTo(SelectStrategy.SELECT);
        assertThat(looks).as("it is not worth waiting now").hasValue(looked);
    }

    @Test
    void countsAReplyAsLateWhereOthersRanMeanwhile() throws Exception {
        awaited.ask();
        wakeful.calculateStrategy(() -> looks.incrementAndGet() == 1 ? nothingFor(Wakeful.BRIEF_NANOS) : 1, false);
        assertItIsNotWorthWaitingNow();
    }

    @Test
    void countsAReplyAsLateThatTookLong() throws Exception {
        awaited.ask();
        long late = nanos + Wakeful.WORTH_NANOS;
        wakeful.calculateStrategy(() -> nothing() + (nanos - late > 0 ? 1 : 0), false);
        assertItIsNotWorthWaitingNow();
    }

    @Test
    void goesOnLookingWhereRepliesComeSoon() throws Exception {
        awaited.ask();
        for (int i = 0; i < 100; i++) {
            int before = looks.get();
            wakeful.calculateStrategy(() -> nothing() + (looks.get() < before + 5 ? 0 : 1), false);
            assertThat(looks).hasValue(before + 5);
        }
    }

    private void assertItIsNotWorthWaitingNow() throws Exception {
        int looked = looks.get();
        assertThat(wakeful.calculateStrategy(this::nothing, false)).isEqualTo(SelectStrategy.SELECT);
        assertThat(looks).as("it is not worth waiting now").hasValue(looked);
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
        return nothingFor(LOOK_NANOS);
    }

    private int nothingFor(long passed) {
        nanos += passed;
        return 0;
    }
}
