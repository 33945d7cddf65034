package io.sluice.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.SelectStrategy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class GivingWayTest {
    private final Deque<Integer> ready = new ArrayDeque<>();
    private int gaveWay;
    private final GivingWay strategy = new GivingWay(() -> gaveWay++);

    private int next(boolean hasTasks, Integer... counts) throws Exception {
        ready.addAll(List.of(counts));
        int next = strategy.calculateStrategy(ready::remove, hasTasks);
        assertThat(ready).isEmpty();
        return next;
    }

    @Test
    void takesWhatIsThereAtOnce() throws Exception {
        assertThat(next(false, 3)).isEqualTo(3);
        assertThat(gaveWay).isZero();
    }

    @Test
    void takesWhatHasComeWhileOthersRan() throws Exception {
        assertThat(next(false, 0, 2)).isEqualTo(2);
        assertThat(gaveWay).isEqualTo(1);
    }

    @Test
    void sleepsWhereNothingComes() throws Exception {
        assertThat(next(false, 0, 0)).isEqualTo(SelectStrategy.SELECT);
        assertThat(gaveWay).isEqualTo(1);
    }

    @Test
    void tasksAreNotKeptWaiting() throws Exception {
        assertThat(next(true, 0)).isZero();
        strategy.hasAsked();
        assertThat(next(true, 0)).isZero();
        assertThat(gaveWay).isZero();
    }

    @Test
    void answersAreAwaitedAsleep() throws Exception {
        strategy.hasAsked();
        assertThat(next(false)).isEqualTo(SelectStrategy.SELECT);
        assertThat(next(false, 0, 0)).isEqualTo(SelectStrategy.SELECT);
        assertThat(gaveWay).isEqualTo(1);
    }

    @Test
    void whoRunsOnALoopFindsItsOwn() throws Exception {
        try (Loops loops = Loops.start(Loops.Transport.best(), 2)) {
            Callable<GivingWay> here = GivingWay::here;
            GivingWay first = loops.group().next().submit(here).get();
            GivingWay second = loops.group().next().submit(here).get();
            assertThat(first).isNotSameAs(second).isNotSameAs(GivingWay.here());
            assertThat(loops.group().next().submit(here).get()).isSameAs(first);
        }
    }
}
