package io.sluice.rules.match;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostGlobTest {
    @ParameterizedTest
    @CsvSource({
        "shop.example, shop.example",
        "Shop.EXAMPLE., shop.example",
        "shop.example.:8080, shop.example:8080",
        "[2001:DB8::1]:80, [2001:db8::1]:80",
        "., ."
    })
    void aHostHasOneSpelling(String host, String spelled) {
        assertThat(HostGlob.oneSpelling(host)).isEqualTo(spelled);
    }
}
