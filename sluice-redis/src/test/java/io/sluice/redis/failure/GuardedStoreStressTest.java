package io.sluice.redis.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.Question;
import io.sluice.core.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many threads, the real clock, and a remote store that does everything wrong: everybody gets one good answer. */
class GuardedStoreStressTest {
    private static final int THREADS = 4;
    private static final int EACH = 20_000;
    private static final Limit LIMIT = Limit.perMinute(1_000);

    /** Answers now, in another thread, late, never, by failing or by throwing. */
    private static final class Unreliable implements Store {
        private final Store working = Store.memory();
        private final Executor late = CompletableFuture.delayedExecutor(4, TimeUnit.MILLISECONDS);
        private final LongAdder asked = new LongAdder();
        private final int badOf20;

        Unreliable(int badOf20) {
            this.badOf20 = badOf20;
        }

        @Override
        public CompletionStage<Answer> ask(Question question) {
            asked.increment();
            int drawn = ThreadLocalRandom.current().nextInt(20);
            if (drawn >= badOf20) {
                return drawn % 2 == 0 ? working.ask(question) : in(ForkJoinPool.commonPool(), question);
            }
            return switch (drawn % 4) {
                case 0 -> in(late, question);
                case 1 -> new CompletableFuture<>();
                case 2 -> CompletableFuture.failedStage(new IllegalStateException("reset"));
                default -> throw new IllegalStateException("not connected");
            };
        }

        private CompletionStage<Answer> in(Executor executor, Question question) {
            return CompletableFuture.supplyAsync(() -> question, executor).thenCompose(working::ask);
        }

        @Override
        public Clock clock() {
            return working.clock();
        }

        @Override
        public void close() {
            working.close();
        }
    }

    @ParameterizedTest
    @EnumSource(OnFailure.class)
    void answersEverybody(OnFailure onFailure) throws Exception {
        Unreliable remote = new Unreliable(16);
        GuardedStore store = new GuardedStore(remote, onFailure, Duration.ofMillis(2), InstanceCount.of(2));
        StartTogether.run(THREADS, () -> askMany(store));
        Health health = store.health();
        long unasked = (long) THREADS * EACH - remote.asked.sum();
        assertThat(unasked).as("while it was open").isPositive();
        assertThat(health.failures() + health.timeouts()).as("what went wrong").isPositive();
        assertThat(health.fallbacks()).isEqualTo(health.failures() + health.timeouts() + unasked);
        assertThat(health.lastFailure()).isPresent();
    }

    private static Void askMany(GuardedStore store) throws Exception {
        List<CompletableFuture<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < EACH; i++) {
            answers.add(store.ask(Questions.tryAcquire("search", LIMIT, "key" + i % 100))
                    .toCompletableFuture());
        }
        for (CompletableFuture<Answer> answer : answers) {
            assertThat(answer.get(1, TimeUnit.MINUTES).decision()).isNotNull();
        }
        return null;
    }

    @Test
    void givesNoMoreThanItsShareWhileTheStoreIsGone() throws Exception {
        FakeRemote gone = new FakeRemote(Clock.system());
        gone.does(question -> new CompletableFuture<>());
        GuardedStore store = new GuardedStore(gone, OnFailure.LOCAL, Duration.ofMillis(2), InstanceCount.of(4));
        Limit perDay = Limit.perDay(1_000).slidingLog();
        long allowed = StartTogether.run(THREADS, () -> allowedOf(store, perDay)).stream()
                .mapToLong(Long::longValue)
                .sum();
        assertThat(allowed).isEqualTo(250);
    }

    private static long allowedOf(GuardedStore store, Limit limit) throws Exception {
        long allowed = 0;
        for (int i = 0; i < 1_000; i++) {
            Decision decision = store.limiter("search", limit)
                    .tryAcquire("ann")
                    .toCompletableFuture()
                    .get(1, TimeUnit.MINUTES);
            allowed += decision.allowed() ? 1 : 0;
        }
        return allowed;
    }
}
