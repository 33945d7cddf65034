package io.sluice.rules;

import static io.sluice.rules.EngineScene.LOGIN;
import static io.sluice.rules.EngineScene.decide;
import static io.sluice.rules.EngineScene.decision;
import static io.sluice.rules.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Answer;
import io.sluice.core.Clock;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.Question;
import io.sluice.core.Question.Verb;
import io.sluice.core.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A store that cannot be asked, and refuses then, has said nothing about anybody. */
class UndecidedTest {
    private static final Decision NOBODY_LOOKED = Decision.undecided(Limit.parse("1/s"), 1_000_000_000);

    /** One that can be too slow: what it was asked happens all the same, but the answer has not come in time. */
    private static final class Slow implements Store {
        private final Store inner = Store.memory(new ManualClock());
        private final List<Verb> late = new ArrayList<>();
        private Set<Verb> slow = Set.of();

        @Override
        public CompletionStage<Answer> ask(Question question) {
            CompletionStage<Answer> answer = inner.ask(question);
            if (!slow.contains(question.verb())) {
                return answer;
            }
            late.add(question.verb());
            return CompletableFuture.completedStage(Answer.of(NOBODY_LOOKED));
        }

        @Override
        public Clock clock() {
            return inner.clock();
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    private final Slow store = new Slow();
    private final List<RuleEngine> engines = new ArrayList<>();

    @AfterEach
    void close() {
        engines.forEach(RuleEngine::close);
    }

    private RuleEngine engine(RuleBuilder... rules) {
        RuleEngine engine = new RuleEngine(Rules.of(rules), store, Watcher.NONE);
        engines.add(engine);
        return engine;
    }

    @Test
    void isNoOffence() {
        RuleEngine engine = engine(
                rule("login", "9/min").match("POST /login").per("ip").block(Duration.ofMinutes(15)),
                rule("all", "99/min"));
        store.slow = Set.of(Verb.values());
        Ruling ruling = decide(engine, LOGIN);
        assertThat(ruling.outcome()).isEqualTo(Ruling.Outcome.REFUSED);
        assertThat(decision(ruling).undecided()).isTrue();
        assertThat(decision(ruling).retryAfter()).hasSeconds(1);
        assertThat(store.late).as("asked once").containsExactly(Verb.TRY_ACQUIRE);
        store.slow = Set.of();
        assertThat(decide(engine, LOGIN).outcome()).isEqualTo(Ruling.Outcome.ALLOWED);
    }

    @Test
    void isNoOffenceEitherWhereTheStoreGoesBetweenTwoQuestions() {
        RuleEngine engine = engine(
                rule("login", "9/min").match("POST /login").per("ip").block(Duration.ofMinutes(15)),
                rule("all", "1/min"));
        decide(engine, LOGIN);
        store.slow = Set.of(Verb.PEEK, Verb.BLOCK);
        assertThat(decide(engine, LOGIN).outcome().passes()).isFalse();
        assertThat(store.late).doesNotContain(Verb.BLOCK);
    }

    @Test
    void isSaidOfARuleThatWouldHoldRequestsBack() {
        RuleEngine engine = engine(rule("export", "2/s leaky-queue 3")
                .match("POST /login")
                .whenLimited(new WhenLimited.Delay(Duration.ofSeconds(5))));
        store.slow = Set.of(Verb.values());
        assertThat(decision(decide(engine, LOGIN)).undecided()).isTrue();
    }
}
