package io.sluice.redis.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.SelectStrategy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WakefulTest {
    private static final long LOOK_NANOS = 10_000;

    private final Awaited awaited = new Awaited();
    private long nanos = Long.MAX_VALUE - 5_000;
    private final AwakeTime unbounded = new AwakeTime(100, () -> nanos);
    private final Wakeful wakeful = new Wakeful(awaited, unbounded);
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

    /** For so long, a reply every so often, each found after {@code look} if it is looked for. Answers the time that was spent on looking. */
    private long awake(int percent, long forNanos, long everyNanos, long look) throws Exception {
        AwakeTime awakeTime = new AwakeTime(percent, () -> nanos);
        Awaited replies = new Awaited();
        Wakeful bounded = new Wakeful(replies, awakeTime);
        long end = nanos + forNanos;
        while (nanos - end < 0) {
            replies.ask();
            long next = nanos + everyNanos;
            long found = nanos + look;
            bounded.calculateStrategy(
                    () -> {
                        nanos += LOOK_NANOS;
                        return nanos - found < 0 ? 0 : 1;
                    },
                    false);
            nanos += Math.max(0, next - nanos);
            replies.answer();
        }
        return awakeTime.spentNanos();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10})
    void spendsNoMoreThanItsShareWhereRepliesAreRare(int percent) throws Exception {
        long seconds = 2_000_000_000L;
        long most = seconds / 100 * percent + AwakeTime.MOST_SAVED_NANOS + Wakeful.MOST_NANOS;
        for (long every : new long[] {5_000_000, 500_000, 150_000}) {
            assertThat(awake(percent, seconds, every, 110_000))
                    .as("a reply every %d us", every / 1_000)
                    .isBetween(1L, most);
            assertThat(awake(percent, seconds, every, Long.MAX_VALUE / 4))
                    .as("none in time, tried every %d us", every / 1_000)
                    .isBetween(1L, most);
        }
    }

    @Test
    void looksAllTheTimeWhereRepliesComeOften() throws Exception {
        assertThat(awake(2, 1_000_000_000, 0, 50_000)).isGreaterThan(700_000_000);
    }

    @Test
    void neverLooksWithoutAShare() throws Exception {
        assertThat(awake(0, 1_000_000_000, 60_000, 50_000)).isZero();
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
