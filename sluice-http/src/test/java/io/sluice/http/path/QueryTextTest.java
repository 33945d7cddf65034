package io.sluice.http.path;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryTextTest {
    @ParameterizedTest
    @CsvSource({
        "key=a, a",
        "x=1&key=a&y, a",
        "%6bey=a, a",
        "key=a+b%20c, a b c",
        "key=%C3%A9, \u00e9",
        "key=a&key=b, a|b",
        "key, ''",
        "key=, ''",
        "key=a=b, a=b",
        "key=%zz, %zz",
        "KEY=a,",
        "&&=&x,"
    })
    void readsAParameter(String query, String expected) {
        String values = String.join("|", QueryText.values(query, "key"));
        assertThat(values).isEqualTo(expected == null ? "" : expected);
    }
}
