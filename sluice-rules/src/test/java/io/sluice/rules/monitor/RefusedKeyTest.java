package io.sluice.rules.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RefusedKeyTest {
    @Test
    void isLookedAtAnewOnlyIfItIsAnother() {
        String key = "api|ip:1";
        RefusedKey first = RefusedKey.of(key);
        assertThat(RefusedKey.of(key)).isSameAs(first);
        assertThat(RefusedKey.of("api|ip:2").name()).isEqualTo("api|ip:2");
        assertThat(RefusedKey.of(key)).isEqualTo(first);
    }

    @Test
    void isFoundByTheSameHashesWhereverItIsLookedFor() {
        RefusedKey key = RefusedKey.of("api|ip:1");
        assertThat(key.nameHash()).isEqualTo(HeavyKeys.hash("api|ip:1"));
        assertThat(key.hasClient()).isTrue();
        assertThat(key.clientHash()).isEqualTo(Acquaintances.hash("ip:1"));
        assertThat(RefusedKey.of("everyone").hasClient()).isFalse();
    }
}
