package io.sluice.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.Question;
import io.sluice.core.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** How many names there are, and which one goes for a new one. */
class GivenLimitsTest {
    private final ManualClock clock = new ManualClock();
    private final GivenLimits given = new GivenLimits(Store.memory(clock));

    private static Given given(GivenLimits limits, String name, String limit) {
        try {
            return limits.named(name, List.of(Limit.parse(limit)));
        } catch (NotGivenException e) {
            throw new AssertionError(name, e);
        }
    }

    private static boolean takes(GivenLimits limits, String name, String limit) {
        try {
            return limits.named(name, List.of(Limit.parse(limit))) != null;
        } catch (NotGivenException e) {
            return false;
        }
    }

    private Decision ask(GivenLimits limits, String name, String limit) {
        Given named = given(limits, name, limit);
        return Objects.requireNonNull(
                limits.decide(named, "ann", 1).toCompletableFuture().join().decision());
    }

    private void fill(GivenLimits limits, int from, String limit) {
        for (int i = from; i < GivenLimits.MOST; i++) {
            ask(limits, "name " + i, limit);
        }
    }

    private boolean takes(String name) {
        return takes(given, name, "1/s");
    }

    @Test
    void noNameGoesWhileWhatWasUsedCounts() {
        fill(given, 0, "1/h");
        clock.advance(Duration.ofMinutes(59));
        assertThat(takes("another")).isFalse();
        assertThat(ask(given, "name 0", "1/h").allowed()).isFalse();
    }

    @Test
    void theLeastRecentlyUsedThatIsAsGoodAsNewGoes() {
        ask(given, "of a day", "1/day");
        ask(given, "of an hour", "2/h");
        fill(given, 2, "1/s");
        clock.advance(Duration.ofHours(3));
        ask(given, "name 2", "1/s");
        assertThat(takes("another")).as("in place of the hourly one").isTrue();
        assertThat(ask(given, "of a day", "1/day").allowed()).isFalse();
        assertThat(ask(given, "name 2", "1/s").allowed()).as("asked of late").isFalse();
        for (int i = 3; i < GivenLimits.MOST; i++) {
            assertThat(takes("in place of name " + i)).isTrue();
        }
        assertThat(takes("one too many")).isFalse();
    }

    @Test
    void whatNeverComesBackKeepsItsName() {
        ask(given, "once", "0/s burst 1");
        fill(given, 1, "1/s");
        clock.advance(Duration.ofDays(365));
        for (int i = 1; i < GivenLimits.MOST; i++) {
            assertThat(takes("in place of name " + i)).isTrue();
        }
        assertThat(takes("one too many")).isFalse();
        assertThat(ask(given, "once", "0/s burst 1").allowed()).isFalse();
    }

    @Test
    void limitsOfANameChangeOnceASecond() {
        ask(given, "api", "10/min");
        clock.advance(Duration.ofMillis(999));
        assertThat(takes(given, "api", "100/min")).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(ask(given, "api", "100/min").remaining())
                .as("what was used stays used")
                .isEqualTo(98);
        assertThat(takes(given, "api", "10/min")).isFalse();
        assertThat(takes(given, "api", "100/min")).isTrue();
        clock.advance(Duration.ofSeconds(1));
        assertThat(takes(given, "api", "10/min")).isTrue();
    }

    @Test
    void aNameGoesNoSoonerWhereCountersAreElsewhere() {
        List<String> forgotten = new ArrayList<>();
        GivenLimits many = new GivenLimits(elsewhere(forgotten));
        ask(many, "first", "1/h");
        fill(many, 1, "1/h");
        assertThat(takes(many, "another", "1/h"))
                .as("the store would keep something here for each of them")
                .isFalse();
        clock.advance(Duration.ofHours(2));
        assertThat(ask(many, "another", "1/h").allowed()).isTrue();
        assertThat(forgotten).containsExactly("first");
    }

    /** Not one that is known to be in memory. */
    private Store elsewhere(List<String> forgotten) {
        Store memory = Store.memory(clock);
        return new Store() {
            @Override
            public CompletionStage<Answer> ask(Question question) {
                return memory.ask(question);
            }

            @Override
            public Clock clock() {
                return clock;
            }

            @Override
            public void forget(String name) {
                forgotten.add(name);
            }

            @Override
            public void close() {
                memory.close();
            }
        };
    }
}
