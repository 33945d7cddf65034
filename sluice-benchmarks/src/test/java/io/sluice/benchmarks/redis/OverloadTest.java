package io.sluice.benchmarks.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.benchmarks.redis.Story.Phase;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A short form, with limiters of which it is known what they do. */
class OverloadTest {
    private static final Duration TIME = Duration.ofSeconds(2);

    @Test
    void oneScriptADecisionGivesNoMoreThanThereIs() throws IOException {
        Story story = Overload.run(Entrant.EVALSHA, TIME);
        assertThat(story.phases()).extracting(Phase::excess).containsOnly(0L);
        assertThat(story.asked()).isPositive();
    }

    @Test
    void seesThatProcessesWithoutACommonStoreGiveTooMuch() throws IOException {
        assertThat(Overload.run(Entrant.MEMORY, TIME).phases()).anyMatch(phase -> phase.excess() > 0);
    }

    @Test
    void aGrantCountsForThePhaseItIsWithin() {
        Story story = new Story(0, 10, 20, 30, 40);
        story.add(
                List.of(new Grant(1, 2), new Grant(9, 11), new Grant(20, 30), new Grant(31, 32), new Grant(33, 41)),
                6,
                1,
                9);
        assertThat(story.phases()).extracting(Phase::granted).containsExactly(1L, 0L, 1L, 1L);
        assertThat(story.asked()).isEqualTo(6);
        assertThat(story.failed()).isEqualTo(1);
        assertThat(story.longestMicros()).isEqualTo(9);
    }

    @Test
    void whatIsDecidedWithoutRedisWhileItIsUpDisturbs() {
        Story story = new Story(0, 10, 20, 30, 40);
        story.addFallbacks(12, 3);
        story.addFallbacks(12, 4);
        story.addFallbacks(35, 1);
        assertThat(story.phases()).extracting(Phase::fallbacks).containsExactly(0L, 7L, 0L, 1L);
        assertThat(story.phases()).extracting(Phase::disturbed).containsExactly(false, false, false, true);
    }
}
