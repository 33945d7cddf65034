package io.sluice.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import io.sluice.server.keys.ServerScene;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LoopWatchTest {
    @Test
    void namesTheLoopThatDoesNotTurnUntilItTurnsAgain() throws Exception {
        try (Loops loops = Loops.start(Loops.Transport.best(), 3, "watched");
                LoopWatch watch = LoopWatch.start(loops, Duration.ofMillis(5), Duration.ofMillis(300))) {
            CountDownLatch goOn = new CountDownLatch(1);
            AtomicReference<String> stuck = new AtomicReference<>();
            EventLoop loop = loops.group().next();
            loop.execute(() -> {
                stuck.set(Thread.currentThread().getName());
                await(goOn);
            });
            ServerScene.until(
                    "one is stuck",
                    () -> watch.stuck().size() == 1
                            && watch.stuck().get(0).startsWith("event loop " + stuck.get() + " has not turned for "));
            goOn.countDown();
            ServerScene.until("all turn", () -> watch.stuck().isEmpty());
        }
    }

    @Test
    void aLoopThatHasEndedIsStuck() {
        Loops loops = Loops.start(Loops.Transport.best(), 1, "watched");
        LoopWatch watch = LoopWatch.start(loops, Duration.ofMillis(5), Duration.ofMillis(50));
        loops.close();
        ServerScene.until("it is seen", () -> !watch.stuck().isEmpty());
        assertThat(watch.stuck()).hasSize(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
