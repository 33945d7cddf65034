package io.sluice.redis.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.LimitSet;
import io.sluice.core.Store;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever is slow, lost or dead: never more than burst + rate·d in any interval. */
@Tag("long") // the same on every JDK
class LeasedStorePropertyTest {
    private static final int STORIES = 600;
    /** What is wrong shows in one story of twenty, or in more. */
    private static final int OFTEN = STORIES / 20;

    @Test
    void neverOverAdmits() {
        Long only = Long.getLong("sluice.seed");
        long first = only == null ? 1 : only;
        long last = only == null ? STORIES : only;
        for (long seed = first; seed <= last; seed++) {
            LeaseStory story = new LeaseStory(seed, LeaseStory::asShipped).play();
            assertThat(story.excess())
                    .as("seed %d (replay with -Dsluice.seed=%d): %s", seed, seed, story)
                    .isLessThanOrEqualTo(0);
        }
    }

    @Test
    void grantsMostOfWhatThereIs() {
        long granted = 0;
        for (long seed = 1; seed <= 50; seed++) {
            granted += new LeaseStory(seed, LeaseStory::asShipped).play().grants.sum();
        }
        long strictly = 0;
        for (long seed = 1; seed <= 50; seed++) {
            strictly += new LeaseStory(seed, (wire, told) -> wire).play().grants.sum();
        }
        assertThat(granted).isGreaterThan(strictly / 2);
    }

    @Test
    void isCaughtIfTheBurstIsNotReduced() {
        assertThat(caught(terms(limits -> new LeaseTerms(limits, 0, LeaseStory.VALID_NANOS)), limits -> limits))
                .isGreaterThan(OFTEN);
    }

    @Test
    void isCaughtIfLeasesAreValidFromTheAnswerOn() {
        Function<LimitSet, @Nullable LeaseTerms> fromAnswer = terms(limits -> new FromAnswer(limits));
        assertThat(caught(fromAnswer, limits -> LeaseTerms.counted(limits, LeaseStory.VALID_NANOS)))
                .isGreaterThan(OFTEN);
    }

    @Test
    void isCaughtIfSomeAreCountedUnderTheWholeBurst() {
        assertThat(caught(limits -> LeaseTerms.of(limits, LeaseStory.VALID_NANOS), limits -> limits))
                .isGreaterThan(OFTEN);
    }

    /** Instead of those that would be in force. */
    private static Function<LimitSet, @Nullable LeaseTerms> terms(Function<LimitSet, LeaseTerms> broken) {
        return limits -> LeaseTerms.of(limits, LeaseStory.VALID_NANOS) == null ? null : broken.apply(limits);
    }

    private static long caught(Function<LimitSet, @Nullable LeaseTerms> terms, Function<LimitSet, LimitSet> counted) {
        BiFunction<Store, Integer, Store> broken =
                (wire, told) -> new LeasedStore(wire, () -> told, terms, counted, 100);
        long stories = LongStream.rangeClosed(1, STORIES)
                .filter(seed -> new LeaseStory(seed, broken).play().excess() > 0)
                .count();
        System.out.println(stories + " of " + STORIES + " stories show it");
        return stories;
    }

    private static final class FromAnswer extends LeaseTerms {
        private FromAnswer(LimitSet limits) {
            super(
                    limits,
                    limits.mostAtOnce()
                            - LeaseTerms.counted(limits, LeaseStory.VALID_NANOS).mostAtOnce(),
                    LeaseStory.VALID_NANOS);
        }

        @Override
        long expiresAt(long askedAt, long answeredAt) {
            return super.expiresAt(answeredAt, answeredAt);
        }
    }
}
