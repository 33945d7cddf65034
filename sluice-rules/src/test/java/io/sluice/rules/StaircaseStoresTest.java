package io.sluice.rules;

import static io.sluice.rules.RuleBuilder.rule;
import static io.sluice.rules.StaircaseCases.STEPS;
import static io.sluice.rules.StaircaseCases.delays;
import static io.sluice.rules.StaircaseCases.stairs;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Store;
import io.sluice.redis.Consistency;
import io.sluice.redis.RedisStore;
import io.sluice.redis.failure.OnFailure;
import io.sluice.testkit.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each delayed request has a step of its own in the time of a real Redis too, whatever it is asked by, and without it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StaircaseStoresTest {
    /** Far from any that a slow machine could reach. */
    private static final Duration NO_BUDGET = Duration.ofSeconds(10);

    private RedisServer redis;
    private final List<RuleEngine> engines = new ArrayList<>();

    @BeforeAll
    void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    void stopRedis() {
        redis.close();
    }

    @BeforeEach
    void empty() {
        redis.command("FLUSHALL");
    }

    @AfterEach
    void closeEngines() {
        engines.forEach(RuleEngine::close);
        engines.clear();
    }

    private RuleEngine engine(Store store, RuleBuilder... rules) {
        RuleEngine engine = new RuleEngine(Rules.of(rules), store, Watcher.NONE);
        engines.add(engine);
        return engine;
    }

    private Store store(Consistency consistency) {
        RedisStore store = RedisStore.builder(redis.url())
                .budget(NO_BUDGET)
                .consistency(consistency)
                .build();
        EngineScene.join(store.connected());
        return store;
    }

    @ParameterizedTest
    @EnumSource(
            value = Consistency.class,
            names = {"STRICT", "LEASED"})
    void givesEachRequestAStepOfItsOwn(Consistency consistency) {
        RuleEngine bucket =
                engine(store(consistency), rule("bucket", "5/h").per("user").whenLimited(STEPS));
        assertThat(delays(bucket, 70)).isEqualTo(stairs(15, 5, 50));
        RuleEngine month =
                engine(store(consistency), rule("month", "5/month").per("user").whenLimited(STEPS));
        assertThat(delays(month, 70)).isEqualTo(stairs(15, 5, 50));
        RuleEngine both = engine(
                store(consistency),
                rule("one", "15/month").per("user").cost(new Cost.Fixed(3)).whenLimited(STEPS),
                rule("other", "5/h").per("ip").whenLimited(STEPS));
        assertThat(delays(both, 70)).isEqualTo(stairs(15, 5, 50));
    }

    @Test
    void givesEachRequestOfTwoInstancesAStepOfItsOwn() {
        RuleBuilder rule = rule("shared", "5/month").per("user").whenLimited(STEPS);
        RuleEngine one = engine(store(Consistency.STRICT), rule);
        RuleEngine other = engine(store(Consistency.STRICT), rule);
        List<Long> all = new ArrayList<>(delays(one, 30));
        all.addAll(delays(other, 40));
        assertThat(all.stream().sorted()).isEqualTo(stairs(15, 5, 50));
    }

    /** Where a Redis was a moment ago. */
    private static String gone() {
        try (RedisServer briefly = RedisServer.start()) {
            return briefly.url();
        }
    }

    @Test
    void givesEachRequestAStepOfItsOwnWithoutRedis() {
        Store store = RedisStore.builder(gone())
                .onFailure(OnFailure.LOCAL)
                .instances(1)
                .build();
        RuleEngine bucket = engine(store, rule("bucket", "5/h").per("user").whenLimited(STEPS));
        assertThat(delays(bucket, 70)).isEqualTo(stairs(15, 5, 50));
        RuleEngine both = engine(
                store,
                rule("one", "15/month").per("user").cost(new Cost.Fixed(3)).whenLimited(STEPS),
                rule("other", "5/h").per("ip").whenLimited(STEPS));
        assertThat(delays(both, 70)).isEqualTo(stairs(15, 5, 50));
    }
}
