package io.sluice.rules.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTextTest {
    @Test
    void encodesWhatSeparates() {
        KeyText key = new KeyText("rule", List.of(new KeyText.Part("user", "a|b:c{d}e%f\n\u001f\u007f ~\u00e9")));
        assertThat(key).hasToString("rule|user:a%7Cb%3Ac%7Bd%7De%25f%0A%1F%7F ~\u00e9");
        assertThat(key.ofParts()).isEqualTo("user:a%7Cb%3Ac%7Bd%7De%25f%0A%1F%7F ~\u00e9");
        assertThat(KeyText.parse(key.toString())).isEqualTo(key);
        assertThat(new KeyText("all", List.of())).hasToString("all");
    }

    @Test
    void readsAddressesAsTheyAreTyped() {
        assertThat(KeyText.parse("login|ip:2001:db8::1").parts())
                .containsExactly(new KeyText.Part("ip", "2001:db8::1"));
        assertThat(KeyText.parse("x|a:|b:%7e%7E|c:%00").parts())
                .containsExactly(new KeyText.Part("a", ""), new KeyText.Part("b", "~~"), new KeyText.Part("c", "\0"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a|b:%", "a|b:%1", "a|b:%1g", "a|b:%g1", "a|b:%%%", "a|b:%-1"})
    void refusesABrokenPercentSign(String text) {
        assertThatThrownBy(() -> KeyText.parse(text))
                .hasMessage("% is followed by two hexadecimal digits; for a percent sign write %25");
    }

    @ParameterizedTest
    @ValueSource(strings = {"login|", "login|ip", "login|:x", "login|ip:1||"})
    void refusesPartsWithoutAKind(String text) {
        assertThatThrownBy(() -> KeyText.parse(text))
                .hasMessageStartingWith("a key is RULE|KIND:VALUE|..., such as login|ip:203.0.113.9");
    }
}
