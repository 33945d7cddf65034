package io.sluice.redis.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Answer;
import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Clock;
import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import io.sluice.core.ManualClock;
import io.sluice.core.Question;
import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import io.sluice.core.Store;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that take from the same leases: not one permit more than the shared store gave. */
@Timeout(120)
class LeasedStoreStressTest {
    private static final int THREADS = 4;
    private static final int REQUESTS = 100_000;
    /** 20,000 of it are for what a lease earns. */
    private static final Limit LIMIT = Limit.perSecond(200_000).burst(120_000);

    private final ExecutorService answering = Executors.newFixedThreadPool(2);
    private final ExecutorService asking = Executors.newFixedThreadPool(THREADS);
    private final ManualClock clock = new ManualClock(1_760_000_000_000_000_000L);

    @AfterEach
    void endThreads() {
        answering.shutdownNow();
        asking.shutdownNow();
    }

    /** Answers in other threads, and counts what it gives. */
    private final class Counting implements Store {
        final AtomicLong given = new AtomicLong();
        final AtomicLong questions = new AtomicLong();
        private final Store memory = Store.memory(clock);

        @Override
        public CompletionStage<Answer> ask(Question question) {
            questions.incrementAndGet();
            return CompletableFuture.supplyAsync(() -> answer(question), answering);
        }

        private Answer answer(Question question) {
            Answer answer = memory.ask(question).toCompletableFuture().join();
            boolean single = question.verb() == Verb.TRY_ACQUIRE;
            long permits = single
                    ? question.charges().get(0).permits()
                    : answer.decision().granted();
            given.addAndGet(answer.decision().allowed() ? permits : 0);
            return answer;
        }

        @Override
        public Clock clock() {
            return clock;
        }

        @Override
        public void close() {
            memory.close();
        }
    }

    private long inAllThreads(AsyncRateLimiter limiter, Runnable eachTime) throws Exception {
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<Future<Long>> running = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            running.add(asking.submit(() -> {
                start.await(10, TimeUnit.SECONDS);
                long granted = 0;
                for (int request = 0; request < REQUESTS; request++) {
                    long permits = request % 16 == 0 ? 3 : 1;
                    var answer = limiter.tryAcquire("hot", permits).toCompletableFuture();
                    granted += answer.get(30, TimeUnit.SECONDS).allowed() ? permits : 0;
                    eachTime.run();
                }
                return granted;
            }));
        }
        long granted = 0;
        for (Future<Long> one : running) {
            granted += one.get();
        }
        return granted;
    }

    @Test
    void grantsNotOnePermitMoreThanTheStoreGave() throws Exception {
        Counting remote = new Counting();
        LeasedStore store = new LeasedStore(remote, () -> 1);
        long granted = inAllThreads(store.limiter("api", LIMIT), () -> {});
        assertThat(granted).isLessThanOrEqualTo(remote.given.get()).isLessThanOrEqualTo(100_000);
        assertThat(granted).as("the clock stands, so that no lease expires").isGreaterThan(99_990);
        assertThat(remote.questions.get()).isLessThan(THREADS * REQUESTS / 2);
    }

    @Test
    void holdsTheLimitWhileTimePasses() throws Exception {
        Counting remote = new Counting();
        long start = clock.nanos();
        LeasedStore one = new LeasedStore(remote, () -> 1);
        long granted = inAllThreads(one.limiter("api", LIMIT), () -> {
            synchronized (clock) {
                clock.advanceNanos(1_000);
            }
        });
        long earned = Grants.earned(LIMIT, clock.nanos() - start);
        assertThat(granted).isLessThanOrEqualTo(remote.given.get()).isLessThanOrEqualTo(LIMIT.capacity() + earned);
        assertThat(granted).isPositive();
    }

    @Test
    void aDecisionFromALeaseAllocatesNoMoreThanItsAnswer() {
        Limit large = Limit.perSecond(1_000).burst(2_000_000_000);
        LeasedStore store = new LeasedStore(Store.memory(clock), () -> 1, Duration.ofMinutes(1), 100);
        Charge charge = new Charge(LimitSet.of("api", large), "hot", 1);
        Question question = new Question(Verb.TRY_ACQUIRE, List.of(charge), 1, 0, null);
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int run = 0; run < 8; run++) {
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < REQUESTS; i++) {
                assertAllowed(store.ask(question));
            }
            least = Math.min(
                    least,
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        assertThat((double) least / REQUESTS)
                .as("a decision of 40 bytes, an answer and a stage of 24 each")
                .isLessThan(96);
    }

    private static void assertAllowed(CompletionStage<Answer> stage) {
        if (!stage.toCompletableFuture().join().decision().allowed()) {
            throw new AssertionError("refused");
        }
    }
}
