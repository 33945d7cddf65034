package io.sluice.benchmarks.redis;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CountedInRedisTest {
    private static final Load LOAD = Load.MANY_KEYS.withKeys(100);
    private static final List<String> KEYS = LOAD.keyNames();

    private StoreContender store;

    @BeforeEach
    void askTwiceForEveryKey() {
        store = new StoreContender(Store.memory(new ManualClock()), LOAD.limit());
        KEYS.forEach(store::tryAcquire);
        KEYS.forEach(store::tryAcquire);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void acceptsWhatWasCounted() {
        assertThatCode(() -> CountedInRedis.check(store, LOAD, KEYS, 200, 0)).doesNotThrowAnyException();
    }

    @Test
    void acceptsAtMostWhatIsEarnedBackMeanwhile() {
        assertThatCode(() -> CountedInRedis.check(store, LOAD, KEYS, 400, 6)).doesNotThrowAnyException();
        assertThatThrownBy(() -> CountedInRedis.check(store, LOAD, KEYS, 401, 6))
                .isInstanceOf(RejectedException.class)
                .hasMessage("401 permits granted, but Redis counted 200");
    }
}
