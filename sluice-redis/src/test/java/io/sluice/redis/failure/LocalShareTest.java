package io.sluice.redis.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalShareTest {
    private final ManualClock clock = new ManualClock();
    private int instances = 4;
    private final LocalShare share = new LocalShare(clock, () -> instances);

    private static Decision now(CompletionStage<Decision> stage) {
        return stage.toCompletableFuture().join();
    }

    /** C at once: all instances together give as many. */
    @ParameterizedTest
    @CsvSource({"12, 4, 12", "10, 3, 9", "10, 1, 10", "2, 3, 3", "1, 8, 8", "7, 7, 7", "13, 7, 7"})
    void givesWhatItsBoundSaysAndNoLess(long permits, int count, long together) {
        instances = count;
        long given = Stream.generate(() -> new LocalShare(clock, () -> instances))
                .limit(count)
                .map(one -> one.limiter("search", Limit.perMinute(permits)))
                .mapToLong(one -> now(one.tryAcquireUpTo("ann", 100)).granted())
                .sum();
        assertThat(given).isEqualTo(together);
    }

    @Test
    void keepsWhatWasUsedWhenTheNumberOfInstancesChanges() {
        AsyncRateLimiter limiter = share.limiter("search", Limit.perMinute(40));
        assertThat(now(limiter.tryAcquire("ann", 6)).remaining()).isEqualTo(4);
        instances = 2;
        assertThat(now(limiter.peek("ann", 0)).remaining()).isEqualTo(14);
        instances = 4;
        assertThat(now(limiter.peek("ann", 0)).remaining()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({"0", "-3"})
    void takesNoInstancesForOne(int count) {
        instances = count;
        assertThat(now(share.limiter("search", Limit.perMinute(40)).peek("ann", 0))
                        .remaining())
                .isEqualTo(40);
    }

    @Test
    void keepsWhatWasUsedWhenTheLimitChanges() {
        AsyncRateLimiter limiter = share.limiter("search", Limit.perMinute(40));
        now(limiter.tryAcquire("ann", 6));
        limiter.reconfigure(Limit.perMinute(80));
        assertThat(now(limiter.peek("ann", 0)).remaining()).isEqualTo(14);
    }

    @Test
    void forgetsEverything() {
        AsyncRateLimiter limiter = share.limiter("search", Limit.perMinute(40));
        now(limiter.tryAcquire("ann", 6));
        now(limiter.block("ben"));
        share.forget();
        assertThat(now(limiter.peek("ann", 0)).remaining()).isEqualTo(10);
        assertThat(now(limiter.tryAcquire("ben")).allowed()).isTrue();
    }

    @Test
    void refusesOnceClosed() {
        AsyncRateLimiter limiter = share.limiter("search", Limit.perMinute(40));
        now(limiter.tryAcquire("ann"));
        share.close();
        assertThat(now(limiter.tryAcquire("ann")).never()).isTrue();
    }

    @Test
    void forgetsOneName() {
        AsyncRateLimiter search = share.limiter("search", Limit.perMinute(40));
        AsyncRateLimiter login = share.limiter("login", Limit.perMinute(40));
        now(search.tryAcquire("ann", 6));
        now(login.tryAcquire("ann", 6));
        share.forget("search");
        assertThat(now(search.peek("ann", 0)).remaining()).isEqualTo(10);
        assertThat(now(login.peek("ann", 0)).remaining()).isEqualTo(4);
    }
}
