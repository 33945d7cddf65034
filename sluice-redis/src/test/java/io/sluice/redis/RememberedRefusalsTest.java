package io.sluice.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.SslOptions;
import io.sluice.core.Answer;
import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.redis.link.LettuceLink;
import io.sluice.redis.link.RedisAddress;
import io.sluice.redis.script.KeyNames;
import io.sluice.redis.script.Limits;
import io.sluice.redis.script.Same;
import io.sluice.redis.script.Seeds;
import io.sluice.testkit.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is answered from the memory of refusals is what counters in memory answer at the same time: that is, what Redis would. */
@SuppressWarnings("NullAway.Init") // started before all
class RememberedRefusalsTest {
    private static final int STORIES = 40;
    private static final int STEPS = 80;
    private static final long START_NANOS = 1_750_000_000_123_456_000L;

    private static RedisServer redis;
    private static LettuceLink link;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        link = new LettuceLink(RedisAddress.parse(redis.url()), SslOptions.create());
        link.firstConnection().orTimeout(10, TimeUnit.SECONDS).join();
    }

    @AfterAll
    static void stop() {
        link.close();
        redis.close();
    }

    private static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }

    @ParameterizedTest
    @EnumSource
    void areWhatMemoryAnswers(Limit.Kind kind) {
        long[] calls = new long[2];
        Seeds.tell(STORIES, random -> {
            Story story = new Story(random, kind);
            story.run();
            calls[0] += story.asked;
            calls[1] += story.link.runs();
        });
        assertThat(calls[0] - calls[1])
                .as("answered here of %d questions", calls[0])
                .isGreaterThan(calls[0] / 12);
    }

    /** Random questions to a store with a memory of refusals and to counters in memory. */
    private static final class Story {
        private final Random random;
        private final Limit.Kind kind;
        private final HeldLink link = new HeldLink(RememberedRefusalsTest.link);
        private final ManualClock clock = new ManualClock(START_NANOS);
        private final AsyncRateLimiter redis;
        private final AsyncRateLimiter memory;
        private Limit limit;
        private long lastWait;
        private long lastPermits = 1;
        private int asked;

        Story(Random random, Limit.Kind kind) {
            this.random = random;
            this.kind = kind;
            this.limit = Limits.of(kind, random, random.nextBoolean());
            String prefix = "story" + System.nanoTime() + ":";
            Store store =
                    StrictStore.inTimeOf(clock, link, new KeyNames(prefix), new Refusals(TimeUnit.SECONDS.toNanos(10)));
            this.redis = store.limiter("api", limit);
            this.memory = Store.memory(clock, 100).limiter("api", limit);
        }

        void run() {
            List<String> told = new ArrayList<>();
            for (int i = 0; i < STEPS; i++) {
                clock.advanceNanos(pause());
                String key = "k" + (random.nextInt(4) == 0 ? 1 : 0);
                try {
                    told.add(step(key));
                } catch (AssertionError e) {
                    throw new AssertionError(limit + " after " + told + ": " + e.getMessage(), e);
                }
            }
        }

        private long pause() {
            long wait = Math.min(lastWait, TimeUnit.DAYS.toNanos(1)) / 1_000 * 1_000;
            return switch (random.nextInt(10)) {
                case 0 -> Limits.pause(random, limit);
                case 1 -> wait;
                case 2 -> Math.max(0, wait - 1_000);
                case 3 -> (long) (wait * random.nextDouble()) / 1_000 * 1_000;
                default -> 0;
            };
        }

        private String step(String key) {
            asked++;
            long permits = random.nextInt(4) == 0 ? Math.max(1, Limits.permits(random, limit)) : lastPermits;
            return switch (random.nextInt(60)) {
                case 0 -> both("refund", key, permits, it -> it.refund(key, permits));
                case 1 -> both("penalize", key, permits, it -> it.penalize(key, permits));
                case 2 -> both("reset", key, 0, it -> it.reset(key));
                case 3 ->
                    both("block", key, 0, it -> it.block(key, Duration.ofNanos(limit.periodNanos() / 4_000 * 1_000)));
                case 4 -> both("unblock", key, 0, it -> it.unblock(key));
                case 5, 6 -> both("up to", key, permits, it -> it.tryAcquireUpTo(key, permits));
                case 7, 8 -> both("peek", key, permits, it -> it.peek(key, permits));
                case 9 -> random.nextInt(4) == 0 ? reconfigure() : "";
                default -> {
                    lastPermits = permits;
                    yield both("try", key, permits, it -> it.tryAcquire(key, permits));
                }
            };
        }

        /** What was used is dropped: memory carries it over at once, and Redis when a key is asked about next. */
        private String reconfigure() {
            limit = Limits.of(kind, random, random.nextBoolean());
            lastPermits = 1;
            redis.reconfigure(limit);
            memory.reconfigure(limit);
            for (String key : List.of("k0", "k1")) {
                get(redis.reset(key));
                get(memory.reset(key));
            }
            return "now " + limit;
        }

        private interface Asking extends java.util.function.Function<AsyncRateLimiter, CompletionStage<Decision>> {}

        private String both(String verb, String key, long permits, Asking asking) {
            String what = verb + " " + permits + " of " + key + " at " + (clock.nanos() - START_NANOS) / 1_000;
            Decision expected =
                    Microseconds.roundedUp(Answer.of(get(asking.apply(memory)))).decision();
            Decision actual = get(asking.apply(redis));
            if (!expected.allowed()) {
                lastWait = expected.retryAfterNanos();
            }
            try {
                Same.decision(actual, expected);
            } catch (AssertionError e) {
                throw new AssertionError(what + ": " + e.getMessage(), e);
            }
            return what + (expected.allowed() ? " +" : " -");
        }
    }

    private final ManualClock clock = new ManualClock(START_NANOS);
    private final HeldLink held = new HeldLink(link);
    private final Store store = StrictStore.inTimeOf(
            clock, held, new KeyNames("one" + System.nanoTime() + ":"), new Refusals(TimeUnit.SECONDS.toNanos(10)));

    private final AsyncRateLimiter limiter =
            store.limiter("api", Limit.of(100, Duration.ofSeconds(60)).burst(100));

    @Test
    void aRefusalIsMovedByOwnGrants() {
        assertThat(get(limiter.tryAcquire("k", 60)).allowed()).isTrue();
        assertThat(get(limiter.tryAcquire("k", 50)).retryAfter()).isEqualTo(Duration.ofSeconds(6));
        assertThat(get(limiter.tryAcquire("k", 40)).allowed()).isTrue();
        Decision again = get(limiter.tryAcquire("k", 50));
        assertThat(again.retryAfter()).isEqualTo(Duration.ofSeconds(30));
        assertThat(again.remaining()).isZero();
        clock.advance(Duration.ofSeconds(30));
        assertThat(get(limiter.tryAcquire("k", 50)).allowed()).isTrue();
    }

    @Test
    void whatRemainsGrowsWithTime() {
        AsyncRateLimiter fast = store.limiter("fast", Limit.perSecond(30).burst(100));
        get(fast.tryAcquire("k", 99));
        assertThat(get(fast.tryAcquire("k", 100)).remaining()).isOne();
        clock.advance(Duration.ofMillis(2_500));
        int before = held.runs();
        assertThat(get(fast.tryAcquire("k", 100)).remaining()).isEqualTo(76);
        assertThat(held.runs()).as("answered here").isEqualTo(before);
        assertThat(get(fast.peek("k", 100)).remaining()).isEqualTo(76);
    }

    @Test
    void aReconfiguredLimiterAsksAgain() {
        get(limiter.tryAcquire("k", 60));
        assertThat(get(limiter.tryAcquire("k", 50)).allowed()).isFalse();
        limiter.reconfigure(Limit.of(200, Duration.ofSeconds(60)).burst(200));
        assertThat(get(limiter.tryAcquire("k", 50)).allowed()).isTrue();
    }

    /** Redis refused first, and then charged; but the reply about the charge comes first. */
    @Test
    void aRefusalWhoseReplyComesLateIsNotRemembered() {
        get(limiter.tryAcquire("k", 60));
        held.hold();
        CompletionStage<Decision> refused = limiter.tryAcquire("k", 50);
        CompletableFuture<List<Object>> late = held.awaitReply();
        held.pass();
        get(limiter.penalize("k", 40));
        late.complete(held.reply());
        assertThat(get(refused).retryAfter()).isEqualTo(Duration.ofSeconds(6));
        assertThat(get(limiter.tryAcquire("k", 50)).retryAfter()).isEqualTo(Duration.ofSeconds(30));
    }

    /** Two batches are under way: one that refuses, and one that grants and is answered before. */
    @Test
    void grantsOfABatchThatIsAnsweredEarlierCount() {
        get(limiter.tryAcquire("k", 60));
        held.hold();
        CompletionStage<Decision> refused = limiter.tryAcquire("k", 50);
        CompletableFuture<List<Object>> late = held.awaitReply();
        held.pass();
        List<CompletionStage<Decision>> granted = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            granted.add(limiter.tryAcquire("k", 5));
        }
        granted.forEach(one -> assertThat(get(one).allowed()).isTrue());
        late.complete(held.reply());
        assertThat(get(refused).retryAfter()).isEqualTo(Duration.ofSeconds(6));
        assertThat(get(limiter.tryAcquire("k", 50)).retryAfter()).isEqualTo(Duration.ofSeconds(30));
    }

    /** It may have been charged all the same. */
    @Test
    void aQuestionThatFailsEndsTheRefusal() {
        get(limiter.tryAcquire("k", 60));
        assertThat(get(limiter.tryAcquire("k", 50)).allowed()).isFalse();
        held.hold();
        CompletionStage<Decision> lost = limiter.tryAcquire("k", 40);
        held.awaitReply().completeExceptionally(new IllegalStateException("connection lost"));
        held.pass();
        assertThat(lost.toCompletableFuture()).isCompletedExceptionally();
        assertThat(get(limiter.tryAcquire("k", 50)).retryAfter()).isEqualTo(Duration.ofSeconds(30));
    }

    /** Who is refused beside those who get the last permits need not ask again. */
    @Test
    void aRefusalInTheReplyThatGrantsIsRemembered() {
        held.hold();
        CompletionStage<Decision> first = limiter.tryAcquire("other", 1);
        CompletableFuture<List<Object>> late = held.awaitReply();
        List<Object> reply = held.reply();
        held.pass();
        List<CompletionStage<Decision>> together = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            together.add(limiter.tryAcquire("k", 40));
        }
        late.complete(reply);
        assertThat(get(first).allowed()).isTrue();
        assertThat(together.stream().map(one -> get(one).allowed())).containsExactly(true, true, false);
        int before = held.runs();
        assertThat(get(limiter.tryAcquire("k", 40)).retryAfter()).isEqualTo(Duration.ofSeconds(12));
        assertThat(held.runs()).isEqualTo(before);
    }
}
