package io.sluice.redis.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.core.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class InstancesTest {
    private static final Duration EVERY = Duration.ofSeconds(5);

    private final ManualClock clock = new ManualClock();
    private final List<Long> times = new ArrayList<>();
    private CompletionStage<Integer> answer = CompletableFuture.completedStage(3);
    private final Instances instances = Instances.start(this::beat, "me", clock, EVERY);

    private CompletionStage<Integer> beat(String instanceId, long ttlMillis) {
        assertThat(instanceId).isEqualTo("me");
        assertThat(ttlMillis).isEqualTo(15_000);
        times.add(clock.nanos() / 1_000_000_000);
        return answer;
    }

    private void beats(int... counts) {
        for (int count : counts) {
            answer = CompletableFuture.completedStage(count);
            clock.advance(EVERY);
        }
    }

    @Test
    void beatsAtOnceAndEverySoOften() {
        clock.advance(Duration.ofSeconds(14));
        assertThat(times).containsExactly(0L, 5L, 10L);
        assertThat(instances.instances()).isEqualTo(3);
    }

    @Test
    void isOneUntilThereWasAnAnswer() {
        CompletableFuture<Integer> later = new CompletableFuture<>();
        Instances waiting = Instances.start((id, ttl) -> later, "me", clock, EVERY);
        assertThat(waiting.instances()).isEqualTo(1);
        later.complete(2);
        assertThat(waiting.instances()).isEqualTo(2);
    }

    @Test
    void risesAtOnce() {
        beats(4);
        assertThat(instances.instances()).isEqualTo(4);
    }

    @Test
    void fallsAfterThreeLowerAnswers() {
        beats(1, 2);
        assertThat(instances.instances()).isEqualTo(3);
        beats(1);
        assertThat(instances.instances()).isEqualTo(2);
        beats(0, 0, 0);
        assertThat(instances.instances()).isEqualTo(1);
    }

    @Test
    void keepsTheLastCountWhileThereIsNoAnswer() {
        answer = CompletableFuture.failedStage(new IllegalStateException("gone"));
        clock.advance(EVERY.multipliedBy(10));
        answer = CompletableFuture.completedStage(null);
        clock.advance(EVERY.multipliedBy(10));
        answer = new CompletableFuture<>();
        clock.advance(EVERY.multipliedBy(10));
        assertThat(instances.instances()).isEqualTo(3);
        beats(5);
        assertThat(instances.instances()).isEqualTo(5);
    }

    @Test
    void goesOnWhenBeatingThrows() {
        int[] tries = {0};
        Instances throwing = Instances.start(
                (id, ttl) -> {
                    tries[0]++;
                    throw new IllegalStateException("not connected");
                },
                "me",
                clock,
                EVERY);
        clock.advance(EVERY.multipliedBy(4));
        assertThat(tries[0]).isEqualTo(5);
        assertThat(throwing.instances()).isEqualTo(1);
    }

    @Test
    void stopsWhenClosed() {
        instances.close();
        assertThat(clock.alarms()).isEmpty();
        clock.advance(EVERY.multipliedBy(4));
        assertThat(times).containsExactly(0L);
    }

    @Test
    void seeEachOtherThroughWhatTheyShare() {
        Map<String, Long> until = new HashMap<>();
        Beats shared = (id, ttl) -> {
            until.values().removeIf(end -> end <= clock.nanos());
            until.put(id, clock.nanos() + ttl * 1_000_000);
            return CompletableFuture.completedStage(until.size());
        };
        Instances a = Instances.start(shared, "a", clock, EVERY);
        Instances b = Instances.start(shared, "b", clock, EVERY);
        Instances c = Instances.start(shared, "c", clock, EVERY);
        clock.advance(EVERY);
        assertThat(List.of(a.instances(), b.instances(), c.instances())).containsExactly(3, 3, 3);
        c.close();
        clock.advance(EVERY.multipliedBy(6));
        assertThat(List.of(a.instances(), b.instances())).containsExactly(2, 2);
    }

    @Test
    void takesNoIntervalOfNothing() {
        assertThatThrownBy(() -> Instances.start(this::beat, "me", clock, Duration.ofNanos(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> InstanceCount.of(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
