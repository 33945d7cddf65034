package io.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.Question;
import io.sluice.core.Store;
import io.sluice.http.answer.Cors;
import io.sluice.http.field.Field;
import io.sluice.rules.Attribute;
import io.sluice.rules.Cost;
import io.sluice.rules.Per;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.Ruling;
import io.sluice.rules.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** What a verdict keeps, and when it is told. */
class VerdictTest {
    private static final byte[] NO_LINES = new byte[0];

    private final ManualClock clock = new ManualClock();
    private final List<Verdict> told = new ArrayList<>();
    private final TestRequest request =
            TestRequest.get("/a").from("203.0.113.9").with("X-Api-Key", "k1").with("Accept", "text/plain");

    private HttpRules http(Store store) {
        return new HttpRules(new RuleEngine(rules(), store), clock, Cors.NONE);
    }

    private static RuleSet rules() {
        Per key = new Per(List.of(Per.Choice.of(Attribute.API_KEY)), Per.OrElse.IP);
        Per address = new Per(List.of(Per.Choice.of(Attribute.IP)), Per.OrElse.IP);
        Source apiKey = new Source.Header("X-Api-Key", Source.Trust.ANYBODY, Source.Fold.EXACT);
        return TestRules.set(
                TestRules.clients(List.of(), "none", 0, Map.of("api-key", apiKey)),
                null,
                TestRules.costing(Cost.ONE, List.of(key, address)));
    }

    @Test
    void isToldAtOnceInMemory() {
        http(Store.memory(clock)).decide(request, told::add);
        assertThat(told).hasSize(1);
        assertThat(told.get(0).passes()).isTrue();
        assertThat(told.get(0).answerBytes(true, NO_LINES)).isNull();
    }

    @Test
    void fieldsHoldForTheMomentOfTheDecision() {
        http(Store.memory(clock)).decide(request, told::add);
        List<Field> before = told.get(0).fields();
        clock.advance(Duration.ofSeconds(5));
        request.with("Origin", "https://app.example");
        assertThat(told.get(0).fields()).isEqualTo(before).isNotEmpty();
    }

    @Test
    void aKeyIsNamedWhenTheRequestIsGone() {
        http(Store.memory(clock)).decide(request, told::add);
        request.from("198.51.100.1").with("X-Api-Key", "k2");
        assertThat(told.get(0).ruling().key()).isEqualTo("costly|api-key:k1|ip:203.0.113.9");
    }

    @Test
    void theSameRefusalIsTheSameBytesUntilItsNumbersChange() {
        HttpRules http = http(Store.memory(clock));
        for (int i = 0; i < 13; i++) {
            http.decide(request, told::add);
        }
        byte[] first = told.get(11).answerBytes(true, NO_LINES);
        assertThat(told.get(12).answerBytes(true, NO_LINES)).isSameAs(first);
        assertThat(told.get(12).answerBytes(false, NO_LINES)).isNotEqualTo(first);
        assertThat(told.get(12).answerBytes(true, new byte[] {'A', ':', '\r', '\n'}))
                .isNotEqualTo(first);
        request.with("Accept", "text/html;q=0.9");
        assertThat(told.get(12).answerBytes(true, NO_LINES)).isNotSameAs(first);
    }

    @Test
    void isToldLaterWhereAStoreIsAsked() {
        Held store = new Held(clock);
        http(store).decide(request, told::add);
        assertThat(told).isEmpty();
        store.answer.complete(Answer.of(Decision.refused(Limit.parse("10/s"), 1, 0, 1)));
        assertThat(told.get(0).ruling().outcome()).isEqualTo(Ruling.Outcome.REFUSED);
        assertThat(told.get(0).answer().status()).isEqualTo(429);
    }

    @Test
    void aStoreThatFailsLetsTheRequestPass() {
        Held store = new Held(clock);
        http(store).decide(request, told::add);
        store.answer.completeExceptionally(new IllegalStateException("gone"));
        assertThat(told.get(0).passes()).isTrue();
        assertThat(told.get(0).ruling()).isNull();
        assertThat(told.get(0).fields()).isEmpty();
    }

    /** Answers when told to. */
    private static final class Held implements Store {
        final CompletableFuture<Answer> answer = new CompletableFuture<>();
        private final Clock clock;

        Held(Clock clock) {
            this.clock = clock;
        }

        @Override
        public CompletionStage<Answer> ask(Question question) {
            return answer;
        }

        @Override
        public Clock clock() {
            return clock;
        }

        @Override
        public void close() {}
    }
}
