package io.sluice.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.SslOptions;
import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import io.sluice.redis.link.LettuceLink;
import io.sluice.redis.link.RedisAddress;
import io.sluice.redis.script.KeyNames;
import io.sluice.redis.script.Moment;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LanesTest {
    private static final long START = 1_000_000;
    private static final LimitSet BEFORE = LimitSet.of("api", Limit.parse("10/s burst 20"));
    private static final Limit AFTER = Limit.parse("5/s");

    private final LettuceLink link = new LettuceLink(RedisAddress.parse("redis://127.0.0.1:1"), SslOptions.create());
    private final Lanes lanes = new Lanes(limits -> new Lane(link, limits, new KeyNames("t:"), () -> Moment.OF_SERVER));

    @AfterEach
    void close() {
        link.close();
    }

    @Test
    void oneTokenBucketHasOne() {
        assertThat(lanes.of(BEFORE, START)).isPresent();
        assertThat(lanes.of(LimitSet.of("api", Limit.parse("10/s burst 20")), START))
                .isEqualTo(lanes.of(BEFORE, START));
    }

    @Test
    void otherLimitsHaveNone() {
        assertThat(lanes.of(LimitSet.of("a", Limit.parse("10/s sliding-log")), START))
                .isEmpty();
        assertThat(lanes.of(LimitSet.of("a", AFTER, Limit.perHour(100)), START)).isEmpty();
        assertThat(lanes.of(LimitSet.of("a", Limit.unlimited()), START)).isEmpty();
    }

    @Test
    void changedLimitsHaveOneOnceNothingCountsUnderThoseBefore() {
        LimitSet changed = BEFORE.changedTo(AFTER);
        long life = Duration.ofSeconds(2).toNanos();
        assertThat(lanes.of(changed, START)).isEmpty();
        assertThat(lanes.of(BEFORE, START)).isPresent();
        assertThat(lanes.of(changed, START + life - 1)).isEmpty();
        assertThat(lanes.of(changed, START + life)).isPresent();
        assertThat(lanes.of(changed, START + life + 1)).isPresent();
    }

    @Test
    void limitsBeforeThoseCountToo() {
        LimitSet changed = LimitSet.of("api", Limit.parse("10/h fixed-window"))
                .changedTo(BEFORE.limits().get(0))
                .changedTo(AFTER);
        assertThat(lanes.of(changed, START)).isEmpty();
        assertThat(lanes.of(changed, START + Duration.ofMinutes(119).toNanos())).isEmpty();
        assertThat(lanes.of(changed, START + Duration.ofHours(2).toNanos())).isPresent();
    }

    @Test
    void whatNeverComesBackIsWaitedForForEver() {
        LimitSet changed = LimitSet.of("api", Limit.parse("0/s burst 5")).changedTo(AFTER);
        assertThat(lanes.of(changed, START)).isEmpty();
        assertThat(lanes.of(changed, START + Duration.ofDays(3_650).toNanos())).isEmpty();
    }

    @Test
    void changedLimitsKeepTheirsWhenOthersAreAskedAboutInBetween() {
        LimitSet changed = BEFORE.changedTo(AFTER);
        long life = Duration.ofSeconds(2).toNanos();
        assertThat(lanes.of(changed, START)).isEmpty();
        assertThat(lanes.of(changed, START + life)).isPresent();
        lanes.of(LimitSet.of("other", AFTER), START + life);
        assertThat(lanes.of(changed, START + life)).isPresent();
    }

    @Test
    void limitsThatComeBackWaitForThoseInBetween() {
        long life = Duration.ofSeconds(2).toNanos();
        LimitSet these = BEFORE;
        for (int i = 0; i < 4; i++) {
            these = these.changedTo(AFTER).changedTo(BEFORE.limits().get(0));
        }
        LimitSet others = these.changedTo(AFTER);
        assertThat(others.changedTo(BEFORE.limits().get(0)))
                .as("no longer told apart")
                .isEqualTo(these);
        lanes.of(these, START);
        assertThat(lanes.of(these, START + life)).isPresent();
        lanes.of(others, START + life);
        assertThat(lanes.of(these, START + life)).isEmpty();
        assertThat(lanes.of(these, START + 2 * life)).isPresent();
    }

    @Test
    void aNameKeepsTheLatestOfItsLimitsOnly() {
        LimitSet limits = BEFORE;
        for (int i = 1; i <= 1_000; i++) {
            limits = limits.changedTo(Limit.perSecond(i));
            lanes.of(limits, START);
        }
        assertThat(lanes.size()).isEqualTo(4);
    }

    @Test
    void keepsNothingOfANameThatIsForgotten() {
        Optional<Lane> before = lanes.of(BEFORE, START);
        lanes.of(LimitSet.of("other", AFTER), START);
        lanes.forget("api");
        assertThat(lanes.size()).isEqualTo(1);
        assertThat(lanes.of(BEFORE, START)).isPresent().isNotEqualTo(before);
    }
}
