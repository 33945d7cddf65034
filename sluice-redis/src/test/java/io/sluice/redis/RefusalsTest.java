package io.sluice.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RefusalsTest {
    private static final Limit LIMIT = Limit.perSecond(10);
    private static final long START = 1_000_000;

    private final Refusals refusals = new Refusals(10_000);

    private static Decision refused(long wait) {
        return Decision.refused(LIMIT, wait, 2, 3 * wait);
    }

    @Test
    void holdsUntilExactlyItsRetryAfter() {
        refusals.remember("api", "ann", 5, START, refused(700));
        assertThat(refusals.known("api", "ann", 5, START + 699))
                .isNotNull()
                .returns(false, Decision::allowed)
                .returns(1L, Decision::retryAfterNanos)
                .returns(2L, Decision::remaining)
                .returns(3 * 700L - 699, Decision::resetAfterNanos);
        assertThat(refusals.known("api", "ann", 5, START + 700)).isNull();
    }

    @Test
    void isAboutThePermitsThatWereAsked() {
        refusals.remember("api", "ann", 5, START, refused(700));
        assertThat(refusals.known("api", "ann", 1, START)).isNull();
        assertThat(refusals.known("api", "ann", 6, START)).isNull();
    }

    @Test
    void isAboutOneKeyOfOneName() {
        refusals.remember("api", "ann", 1, START, refused(700));
        assertThat(refusals.known("api", "bob", 1, START)).isNull();
        assertThat(refusals.known("login", "ann", 1, START)).isNull();
    }

    @Test
    void severalPermitsOfAKeyAreKeptBeside() {
        refusals.remember("api", "ann", 1, START, refused(100));
        refusals.remember("api", "ann", 5, START, refused(700));
        assertThat(refusals.known("api", "ann", 1, START)).isNotNull();
        assertThat(refusals.known("api", "ann", 5, START)).isNotNull();
        refusals.forget("api", "ann");
        assertThat(refusals.known("api", "ann", 1, START)).isNull();
        assertThat(refusals.known("api", "ann", 5, START)).isNull();
    }

    @Test
    void aBanStaysABan() {
        refusals.remember("api", "ann", 1, START, Decision.blocked(LIMIT, 500));
        assertThat(refusals.known("api", "ann", 1, START + 100))
                .isNotNull()
                .returns(true, Decision::blocked)
                .returns(400L, Decision::retryAfterNanos);
    }

    @Test
    void neverIsNotRemembered() {
        refusals.remember("api", "ann", 50, START, refused(Long.MAX_VALUE));
        assertThat(refusals.known("api", "ann", 50, START)).isNull();
    }

    @Test
    void noneIsRememberedLongerThanTold() {
        refusals.remember("api", "ann", 1, START, refused(1_000_000));
        assertThat(refusals.known("api", "ann", 1, START + 9_999)).isNotNull();
        assertThat(refusals.known("api", "ann", 1, START + 10_000)).isNull();
    }

    @Test
    void newcomersDisplaceWhatEndsFirst() {
        for (int i = 0; i < 200_000; i++) {
            refusals.remember("api", "k" + i, 1, START, refused(100));
        }
        refusals.remember("api", "last", 1, START, refused(9_000));
        assertThat(refusals.known("api", "last", 1, START)).isNotNull();
        for (int i = 0; i < 200_000; i++) {
            refusals.remember("api", "j" + i, 1, START, refused(100));
        }
        assertThat(refusals.known("api", "last", 1, START)).isNotNull();
    }

    /** Whoever knows how Java hashes text could otherwise make the refusals of others be forgotten. */
    @Test
    void namesOfOneHashCodeDoNotDisplaceEachOther() {
        for (int i = 0; i < 4_096; i++) {
            refusals.remember("api", colliding(i), 1, START, refused(700));
        }
        long known = IntStream.range(0, 4_096)
                .filter(i -> refusals.known("api", colliding(i), 1, START) != null)
                .count();
        assertThat(known).isGreaterThan(4_000);
    }

    private static String colliding(int number) {
        return IntStream.range(0, 12)
                .mapToObj(bit -> (number >> bit & 1) == 0 ? "Aa" : "BB")
                .collect(Collectors.joining());
    }
}
