package io.sluice.redis.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Too many, but never more than promised. */
@Tag("long") // the same on every JDK
class EventualStorePropertyTest {
    private static final int STORIES = 400;

    @Test
    void overAdmitsByNoMoreThanItSays() {
        Long only = Long.getLong("sluice.seed");
        long first = only == null ? 1 : only;
        long last = only == null ? STORIES : only;
        for (long seed = first; seed <= last; seed++) {
            EventualStory story = new EventualStory(seed, false).play();
            assertThat(story.excess())
                    .as("seed %d (replay with -Dsluice.seed=%d): %s", seed, seed, story)
                    .isLessThanOrEqualTo(story.promised());
        }
    }

    @Test
    void isCaughtIfNobodyLearns() {
        long stories = LongStream.rangeClosed(1, STORIES)
                .mapToObj(seed -> new EventualStory(seed, true).play())
                .filter(story -> story.excess() > story.promised())
                .count();
        System.out.println(stories + " of " + STORIES + " stories show it");
        assertThat(stories).isPositive();
    }
}
