package io.sluice.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RefusalsTest {
    private static final Limit LIMIT = Limit.perSecond(10);
    private static final LimitSet API = LimitSet.of("api", LIMIT);
    private static final long START = 1_000_000;

    private final Refusals refusals = new Refusals(10_000);

    private static Refusal refused(LimitSet limits, String key, long permits, long asked, long heard, long wait) {
        return new Refusal(
                limits,
                key,
                permits,
                asked,
                heard,
                wait,
                nanos -> nanos < wait ? Decision.refused(LIMIT, wait - nanos, 2, 3 * wait - nanos) : null);
    }

    private void remember(LimitSet limits, String key, long permits, long wait) {
        int set = Refusals.set(limits.name(), key);
        refusals.remember(set, refusals.changes(set), refused(limits, key, permits, START, START, wait));
    }

    private void remember(String key, long permits, long wait) {
        remember(API, key, permits, wait);
    }

    private @Nullable Decision known(LimitSet limits, String key, long permits, long now) {
        return refusals.known(Refusals.set(limits.name(), key), limits, key, permits, now);
    }

    private @Nullable Decision known(String key, long permits, long now) {
        return known(API, key, permits, now);
    }

    private void change(String key) {
        refusals.changed(Refusals.set("api", key), "api", key);
    }

    @Test
    void holdsUntilExactlyItsRetryAfter() {
        remember("ann", 5, 700);
        assertThat(known("ann", 5, START + 699))
                .isNotNull()
                .returns(false, Decision::allowed)
                .returns(1L, Decision::retryAfterNanos)
                .returns(2L, Decision::remaining)
                .returns(3 * 700L - 699, Decision::resetAfterNanos);
        assertThat(known("ann", 5, START + 700)).isNull();
    }

    /** Redis decided at some time between the question and the reply. */
    @Test
    void endsByTheTimeOfTheQuestionAndTellsWaitsByTheTimeOfTheReply() {
        int set = Refusals.set("api", "ann");
        refusals.remember(set, refusals.changes(set), refused(API, "ann", 5, START, START + 200, 700));
        assertThat(known("ann", 5, START + 699)).isNotNull().returns(201L, Decision::retryAfterNanos);
        assertThat(known("ann", 5, START + 700)).isNull();
    }

    @Test
    void isAboutThePermitsThatWereAsked() {
        remember("ann", 5, 700);
        assertThat(known("ann", 1, START)).isNull();
        assertThat(known("ann", 6, START)).isNull();
    }

    @Test
    void isAboutOneKeyOfOneName() {
        remember("ann", 1, 700);
        assertThat(known("bob", 1, START)).isNull();
        assertThat(known(LimitSet.of("login", LIMIT), "ann", 1, START)).isNull();
    }

    @Test
    void isAboutTheLimitsThatRefused() {
        remember("ann", 1, 700);
        assertThat(known(API.changedTo(Limit.perSecond(20)), "ann", 1, START)).isNull();
        assertThat(known(LimitSet.of("api", Limit.perSecond(10)), "ann", 1, START))
                .isNotNull();
    }

    @Test
    void severalPermitsOfAKeyAreKeptBeside() {
        remember("ann", 1, 100);
        remember("ann", 5, 700);
        assertThat(known("ann", 1, START)).isNotNull();
        assertThat(known("ann", 5, START)).isNotNull();
        change("ann");
        assertThat(known("ann", 1, START)).isNull();
        assertThat(known("ann", 5, START)).isNull();
    }

    @Test
    void aChangeOfAKeyLeavesOthers() {
        remember("ann", 1, 100);
        change("bob");
        assertThat(known("ann", 1, START)).isNotNull();
    }

    @Test
    void whatWasAskedBeforeAChangeIsNotRemembered() {
        int set = Refusals.set("api", "ann");
        int seen = refusals.changes(set);
        change("ann");
        refusals.remember(set, seen, refused(API, "ann", 1, START, START, 700));
        assertThat(known("ann", 1, START)).isNull();
        refusals.remember(set, seen + 1, refused(API, "ann", 1, START, START, 700));
        assertThat(known("ann", 1, START)).isNotNull();
    }

    @Test
    void aNameMayBeForgotten() {
        LimitSet login = LimitSet.of("login", LIMIT);
        remember("ann", 1, 700);
        remember(login, "ann", 1, 700);
        int set = Refusals.set("api", "bob");
        int seen = refusals.changes(set);
        refusals.changed("api");
        refusals.remember(set, seen, refused(API, "bob", 1, START, START, 700));
        assertThat(known("ann", 1, START)).isNull();
        assertThat(known("bob", 1, START)).isNull();
        assertThat(known(login, "ann", 1, START)).isNotNull();
    }

    @Test
    void neverIsNotRemembered() {
        remember("ann", 50, Long.MAX_VALUE);
        assertThat(known("ann", 50, START)).isNull();
    }

    @Test
    void noneIsRememberedLongerThanTold() {
        remember("ann", 1, 1_000_000);
        assertThat(known("ann", 1, START + 9_999)).isNotNull();
        assertThat(known("ann", 1, START + 10_000)).isNull();
    }

    @Test
    void newcomersDisplaceWhatEndsFirst() {
        for (int i = 0; i < 200_000; i++) {
            remember("k" + i, 1, 100);
        }
        remember("last", 1, 9_000);
        assertThat(known("last", 1, START)).isNotNull();
        for (int i = 0; i < 200_000; i++) {
            remember("j" + i, 1, 100);
        }
        assertThat(known("last", 1, START)).isNotNull();
    }

    /** A client that knows how Java hashes text could otherwise displace the refusals of others. */
    @Test
    void namesOfOneHashCodeDoNotDisplaceEachOther() {
        for (int i = 0; i < 4_096; i++) {
            remember(colliding(i), 1, 700);
        }
        long known = IntStream.range(0, 4_096)
                .filter(i -> known(colliding(i), 1, START) != null)
                .count();
        assertThat(known).isGreaterThan(4_000);
    }

    private static String colliding(int number) {
        return IntStream.range(0, 12)
                .mapToObj(bit -> (number >> bit & 1) == 0 ? "Aa" : "BB")
                .collect(Collectors.joining());
    }
}
