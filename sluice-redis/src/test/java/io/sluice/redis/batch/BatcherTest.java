package io.sluice.redis.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("FutureReturnValueIgnored") // most of them are answered through others
class BatcherTest {
    private static final Limit LIMIT = Limit.perSecond(10);

    /** Keeps what is sent until told to deliver it. */
    private static final class Held implements Parcel {
        final List<List<Entry>> sent = new ArrayList<>();
        final List<CompletableFuture<List<Result>>> replies = new ArrayList<>();

        @Override
        public CompletionStage<List<Result>> send(List<Entry> entries) {
            sent.add(entries);
            replies.add(new CompletableFuture<>());
            return replies.get(replies.size() - 1);
        }

        /** The n-th request of an entry is told n permits remain. */
        void deliver(int batch) {
            replies.get(batch)
                    .complete(sent.get(batch).stream()
                            .<Result>map(entry -> new Result.Decided(
                                    IntStream.range(0, entry.times())
                                            .mapToObj(i -> Decision.allowed(LIMIT, entry.permits(), i, 0, 0))
                                            .toList(),
                                    null))
                            .toList());
        }
    }

    private final Held parcel = new Held();
    private final Batcher batcher = new Batcher(parcel);

    private static CompletableFuture<Decision> ask(Batcher batcher, String key, long permits, int slot) {
        CompletableFuture<Decision> answer = new CompletableFuture<>();
        batcher.ask(new Waiting(key, permits, slot) {
            @Override
            protected void decided(Decision decision, int granted, @Nullable RefusalState refusal) {
                answer.complete(decision);
            }

            @Override
            protected void failed(Throwable why) {
                answer.completeExceptionally(why);
            }
        });
        return answer;
    }

    @Test
    void aLoneDecisionLeavesAtOnce() {
        var decision = ask(batcher, "a", 1, 0);
        assertThat(parcel.sent).containsExactly(List.of(new Entry("a", 1, 1)));
        parcel.deliver(0);
        assertThat(decision.join().allowed()).isTrue();
    }

    @Test
    void theNextBatchGathersWhileOneIsUnderWay() {
        ask(batcher, "a", 1, 0);
        ask(batcher, "b", 1, 0);
        ask(batcher, "c", 2, 0);
        assertThat(parcel.sent).hasSize(1);
        parcel.deliver(0);
        assertThat(parcel.sent.get(1)).containsExactly(new Entry("b", 1, 1), new Entry("c", 2, 1));
    }

    @Test
    void requestsOfOneKeyBecomeOneEntryAndAreAnsweredInOrder() {
        ask(batcher, "x", 1, 0);
        var first = ask(batcher, "a", 3, 0);
        var second = ask(batcher, "a", 3, 0);
        parcel.deliver(0);
        assertThat(parcel.sent.get(1)).containsExactly(new Entry("a", 3, 2));
        parcel.deliver(1);
        assertThat(first.join().remaining()).isZero();
        assertThat(second.join().remaining()).isEqualTo(1);
    }

    @Test
    void otherPermitsOfTheSameKeyTravelNext() {
        ask(batcher, "x", 1, 0);
        ask(batcher, "a", 1, 0);
        ask(batcher, "a", 5, 0);
        ask(batcher, "a", 1, 0);
        ask(batcher, "b", 1, 0);
        parcel.deliver(0);
        assertThat(parcel.sent.get(1)).containsExactly(new Entry("a", 1, 1), new Entry("b", 1, 1));
        parcel.deliver(1);
        assertThat(parcel.sent.get(2)).containsExactly(new Entry("a", 5, 1));
        parcel.deliver(2);
        assertThat(parcel.sent.get(3)).containsExactly(new Entry("a", 1, 1));
    }

    @Test
    void keysOfDifferentSlotsNeverTravelTogether() {
        ask(batcher, "x", 1, 7);
        ask(batcher, "a", 1, 1);
        ask(batcher, "b", 1, 2);
        ask(batcher, "c", 1, 1);
        parcel.deliver(0);
        assertThat(parcel.sent.get(1)).containsExactly(new Entry("a", 1, 1), new Entry("c", 1, 1));
        parcel.deliver(1);
        assertThat(parcel.sent.get(2)).containsExactly(new Entry("b", 1, 1));
    }

    @Test
    void aSecondBatchLeavesBesideTheFirstWhenManyWait() {
        IntStream.range(0, 40).forEach(i -> ask(batcher, "k" + i, 1, 0));
        assertThat(parcel.sent).hasSize(2);
        assertThat(parcel.sent.get(1)).hasSize(8);
    }

    private void askForEver(String key) {
        ask(batcher, key, 1, 0).thenAccept(told -> askForEver(key));
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 64, 200})
    void theTwoBecomeEquallyLarge(int inFlight) {
        IntStream.range(0, inFlight).forEach(i -> askForEver("k" + i));
        IntStream.range(0, 20).forEach(parcel::deliver);
        assertThat(parcel.sent).hasSize(22);
        assertThat(parcel.sent.subList(16, 22)).allMatch(batch -> batch.size() == inFlight / 2);
    }

    @Test
    void aBatchHasItsMeasure() {
        IntStream.range(0, 1_000).forEach(i -> ask(batcher, "k" + i, 1, 0));
        parcel.deliver(0);
        assertThat(parcel.sent).allMatch(batch -> batch.size() <= 128);
    }

    @Test
    void whatIsAskedWhileABatchIsToldTravelsTogether() {
        List<CompletableFuture<Decision>> all = new ArrayList<>();
        ask(batcher, "x", 1, 0);
        for (int i = 0; i < 5; i++) {
            String again = "again" + i;
            all.add(ask(batcher, "k" + i, 1, 0).thenCompose(told -> ask(batcher, again, 1, 0)));
        }
        parcel.deliver(0);
        parcel.deliver(1);
        assertThat(parcel.sent.get(2)).hasSize(5);
        parcel.deliver(2);
        assertThat(all).allMatch(CompletableFuture::isDone);
    }

    @Test
    void aFailureReachesEverybodyInTheBatchAndNobodyElse() {
        var first = ask(batcher, "a", 1, 0);
        var second = ask(batcher, "b", 1, 0);
        parcel.replies.get(0).completeExceptionally(new IllegalStateException("gone"));
        assertThatThrownBy(first::join).hasRootCauseMessage("gone");
        parcel.deliver(1);
        assertThat(second.join().allowed()).isTrue();
    }

    @Test
    void anEntryThatFailedLeavesTheOthersAlone() {
        ask(batcher, "x", 1, 0);
        var bad = ask(batcher, "a", 1, 0);
        var good = ask(batcher, "b", 1, 0);
        parcel.deliver(0);
        Decision yes = Decision.allowed(LIMIT, 1, 0, 0, 0);
        parcel.replies
                .get(1)
                .complete(List.of(
                        new Parcel.Result.Failed(new IllegalStateException("wrong type")),
                        new Parcel.Result.Decided(List.of(yes), null)));
        assertThatThrownBy(bad::join).hasRootCauseMessage("wrong type");
        assertThat(good.join()).isSameAs(yes);
    }

    @Test
    void aParcelThatThrowsIsAFailure() {
        Batcher broken = new Batcher(entries -> {
            throw new IllegalStateException("no way");
        });
        assertThatThrownBy(() -> ask(broken, "a", 1, 0).join()).hasRootCauseMessage("no way");
        assertThatThrownBy(() -> ask(broken, "a", 1, 0).join()).hasRootCauseMessage("no way");
    }

    @Test
    void theQueueIsBounded() {
        for (int i = 0; i < 70_000; i++) {
            ask(batcher, "k" + i, 1, 0);
        }
        assertThatThrownBy(() -> ask(batcher, "one more", 1, 0).join())
                .hasRootCauseMessage("65536 decisions wait for Redis already");
    }
}
