package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavedBansTest {
    private final ManualClock clock = new ManualClock();

    @Test
    void aRestartForgivesNoBan(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("counters");
        try (RateLimiter before = limiter(file)) {
            before.block("mallory", Duration.ofMinutes(15));
            before.block("eve");
            before.block("ann", Duration.ofMinutes(1));
            before.saveTo(file);
        }
        clock.advance(Duration.ofMinutes(5));
        try (RateLimiter after = limiter(file)) {
            Decision mallory = after.tryAcquire("mallory");
            assertThat(mallory.blocked()).isTrue();
            assertThat(mallory.retryAfter()).isEqualTo(Duration.ofMinutes(10));
            assertThat(after.tryAcquire("eve").never()).isTrue();
            assertThat(after.tryAcquire("ann").allowed()).isTrue();
        }
    }

    private RateLimiter limiter(Path file) {
        return RateLimiter.builder()
                .limits(Limit.perSecond(5))
                .clock(clock)
                .snapshot(file, Duration.ofHours(1))
                .build();
    }
}
