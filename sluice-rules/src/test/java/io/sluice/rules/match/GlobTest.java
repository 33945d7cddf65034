package io.sluice.rules.match;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
    @ParameterizedTest
    @CsvSource({
        "abc,     abc,        true",
        "abc,     ab,         false",
        "abc,     abcd,       false",
        "*,       '',         true",
        "'',      '',         true",
        "'',      a,          false",
        "?,       a,          true",
        "?,       '',         false",
        "a?c,     abc,        true",
        "*bot*,   Googlebot/2, true",
        "*bot*,   curl,       false",
        "a*b*c,   a--b--b-c,  true",
        "a*b*c,   a--c--b,    false",
        "*ab,     aab,        true",
        "**a,     ba,         true",
        "a**,     a,          true",
        "a*,      b,          false",
        "A,       a,          false"
    })
    void coversWholeValues(String glob, String value, boolean covered) {
        assertThat(new Glob(glob, false).covers(value)).isEqualTo(covered);
    }

    @ParameterizedTest
    @CsvSource({
        "*BOT*, robot, true",
        "z, Z, true",
        "\u00e4*, \u00c4x, true",
        "[, {, false",
        "@, `, false",
        "a, b, false",
        "\u00e4, \u00f6, false",
        "\u00e4, {, false"
    })
    void mayIgnoreCase(String glob, String value, boolean covered) {
        assertThat(new Glob(glob, true).covers(value)).isEqualTo(covered);
    }
}
