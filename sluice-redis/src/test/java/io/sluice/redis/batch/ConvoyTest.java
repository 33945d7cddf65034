package io.sluice.redis.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConvoyTest {
    private final List<List<Integer>> left = new ArrayList<>();
    private final List<CompletableFuture<Void>> arrivals = new ArrayList<>();
    private final Convoy<Integer> convoy = new Convoy<>(this::leave);

    private CompletionStage<?> leave(List<Integer> batch) {
        left.add(batch);
        arrivals.add(new CompletableFuture<>());
        return arrivals.get(arrivals.size() - 1);
    }

    private void join(int from, int until) {
        IntStream.range(from, until).forEach(convoy::join);
    }

    @Test
    void oneLeavesAtOnceAndTheNextGather() {
        join(0, 4);
        assertThat(left).containsExactly(List.of(0));
        arrivals.get(0).complete(null);
        assertThat(left).containsExactly(List.of(0), List.of(1, 2, 3));
        arrivals.get(1).complete(null);
        join(4, 5);
        assertThat(left).endsWith(List.of(4));
    }

    @Test
    void goesOnAfterAFailure() {
        join(0, 2);
        arrivals.get(0).completeExceptionally(new IllegalStateException("gone"));
        assertThat(left).containsExactly(List.of(0), List.of(1));
    }

    @Test
    void aBatchHasItsMeasure() {
        join(0, 300);
        for (int i = 0; i < arrivals.size(); i++) {
            arrivals.get(i).complete(null);
        }
        assertThat(left).extracting(List::size).containsExactly(1, 64, 64, 64, 64, 43);
        assertThat(left.stream().flatMap(List::stream)).isSorted().hasSize(300);
    }

    @Test
    void theQueueIsBounded() {
        join(0, 65_537);
        assertThatThrownBy(() -> convoy.join(0))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("65536 questions wait for Redis already");
        arrivals.get(0).complete(null);
        join(0, 64);
    }
}
