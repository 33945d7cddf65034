package io.sluice.rules.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LimitedKeysTest {
    private static final int ROOM = LimitedKeys.SHARDS * LimitedKeys.KEYS_IN_SHARD;

    /** In one shard only an eighth of them could be kept. */
    @Test
    void namesOfOneHashCodeAreSpreadAsOthersAre() {
        LimitedKeys keys = new LimitedKeys();
        for (int i = 0; i < ROOM / 2; i++) {
            add(keys, colliding(i));
        }
        assertThat(keys.report(0, ROOM)).hasSizeGreaterThan(ROOM * 3 / 8);
    }

    private static void add(LimitedKeys keys, String key) {
        String name = LimitedKeys.name(key);
        keys.add(name, HeavyKeys.hash(name), 0);
    }

    private static String colliding(int number) {
        return IntStream.range(0, 10)
                .mapToObj(bit -> (number >> bit & 1) == 0 ? "Aa" : "BB")
                .collect(Collectors.joining());
    }

    @Test
    void aNameIsNotKeptLongerThanItsLongestPart() {
        LimitedKeys keys = new LimitedKeys();
        add(keys, "x".repeat(10_000));
        assertThat(keys.report(0, 1)).singleElement().returns("x".repeat(200), Report.LimitedKey::key);
    }
}
