package io.sluice.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.Question;
import io.sluice.core.Store;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What is answered by counters that are elsewhere. */
class StoreCellsTest {
    private static final long SECOND = 1_000_000_000;

    /** A store that always says the same. */
    private record Saying(Decision decision) implements Store {
        @Override
        public CompletionStage<Answer> ask(Question question) {
            return CompletableFuture.completedStage(Answer.of(decision));
        }

        @Override
        public Clock clock() {
            return new ManualClock();
        }

        @Override
        public void close() {}
    }

    /** To ten in a minute, nine at once. */
    private static String answer(Decision decision) {
        return answer(new StoreCells(new Saying(decision)), 0, "key", "8", "10", "60");
    }

    private static String answer(Cells cells, int database, String... words) {
        Throttle throttle = new Throttle();
        String[] all = new String[words.length + 1];
        all[0] = "CL.THROTTLE";
        System.arraycopy(words, 0, all, 1, words.length);
        throttle.read(TestRequest.of(all), database);
        Replies out = new Replies();
        CompletionStage<Consumer<Replies>> later = cells.decide(throttle, out);
        if (later != null) {
            later.toCompletableFuture().join().accept(out);
        }
        return TestRequest.text(out)
                .replace("*5\r\n:", "")
                .replace("\r\n:", " ")
                .trim();
    }

    @Test
    void tellsTheWaitOfWhoCouldNotBeLookedFor() {
        assertThat(answer(Decision.undecided(Limit.parse("10/min burst 9"), SECOND)))
                .isEqualTo("1 9 0 1 1");
        assertThat(answer(Decision.undecided(Limit.parse("10/min burst 9"), Long.MAX_VALUE)))
                .isEqualTo("1 9 0 -1 0");
    }

    @Test
    void tellsHowThingsStandUnderAShareOfTheLimit() {
        Limit share = Limit.parse("10/3min burst 3");
        assertThat(answer(Decision.allowed(share, 1, 2, 18 * SECOND, 0))).isEqualTo("0 9 2 -1 18");
        assertThat(answer(Decision.refused(share, 17 * SECOND, 0, 53 * SECOND))).isEqualTo("1 9 0 17 53");
        assertThat(answer(Decision.refused(share, Long.MAX_VALUE, 3, 0))).isEqualTo("1 9 3 -1 0");
    }

    @Test
    void keepsDatabasesApart() {
        try (Store store = Store.memory(new ManualClock())) {
            Cells cells = new StoreCells(store);
            assertThat(answer(cells, 0, "1 foo", "4", "1", "60", "3")).startsWith("0 5 2 ");
            assertThat(answer(cells, 1, "foo", "4", "1", "60", "0")).startsWith("0 5 5 ");
            assertThat(answer(cells, 0, "foo", "4", "1", "60", "0")).startsWith("0 5 5 ");
            assertThat(answer(cells, 0, "1 foo", "4", "1", "60", "0")).startsWith("0 5 2 ");
        }
    }
}
