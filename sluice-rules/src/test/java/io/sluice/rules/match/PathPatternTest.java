package io.sluice.rules.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.rules.PathSettings;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathPatternTest {
    private static final PathSettings EXACT = new PathSettings(false, false);

    @ParameterizedTest
    @CsvSource({
        "/,                 /,              true",
        "/,                 /a,             false",
        "/api,              /api,           true",
        "/api,              /api/,          true",
        "/api,              /API,           true",
        "/api/,             /api,           true",
        "/api,              /apix,          false",
        "/api,              /ap,            false",
        "/api/**,           /api,           true",
        "/api/**,           /api/,          true",
        "/api/**,           /api/a/b,       true",
        "/api/**,           /apix/a,        false",
        "/api/*,            /api/a,         true",
        "/api/*,            /api,           false",
        "/api/*,            /api/,          false",
        "/api/*,            /api/a/b,       false",
        "/api/*/items/**,   /api/v1/items,  true",
        "/api/*/items/**,   /api/v1/items/3/x, true",
        "/api/*/items/**,   /api/items,     false",
        "/items/{id},       /items/7,       true",
        "/items/{id},       /items/7/x,     false",
        "/**,               /,              true",
        "/**,               /a/b,           true",
        "/**/x,             /x,             true",
        "/**/x,             /a/b/x,         true",
        "/**/x,             /a/x/b,         false",
        "/a/**/b/**/c,      /a/b/c,         true",
        "/a/**/b/**/c,      /a/1/b/2/3/c,   true",
        "/a/**/b/**/c,      /a/1/c,         false",
        "/a/**/**/c,        /a/c,           true",
        "/*.json,           /x.json,        true",
        "/*.json,           /.json,         true",
        "/*.json,           /x.xml,         false",
        "/v*-*/x,           /v1-2/x,        true",
        "/v*-*/x,           /v12/x,         false"
    })
    void coversAPath(String pattern, String path, boolean covered) {
        assertThat(PathPattern.parse(pattern).covers(path, PathSettings.DEFAULT))
                .isEqualTo(covered);
        assertThat(found(pattern, path, PathSettings.DEFAULT)).isEqualTo(covered);
    }

    @ParameterizedTest
    @CsvSource({
        "/api,     /API,    false",
        "/api,     /api/,   false",
        "/api/,    /api,    false",
        "/api/,    /api/,   true",
        "/api/**,  /api/,   true",
        "/api/*,   /api/,   false",
        "/,        /,       true",
        "/*.json,  /A.JSON, false"
    })
    void tellsSpellingsApartWhereTheApplicationDoes(String pattern, String path, boolean covered) {
        assertThat(PathPattern.parse(pattern).covers(path, EXACT)).isEqualTo(covered);
        assertThat(found(pattern, path, EXACT)).isEqualTo(covered);
    }

    /** Texts whose hashes are equal. */
    @Test
    void tellsTextsApartThatLookAlikeToTheIndex() {
        assertThat("Aa").hasSameHashCodeAs("BB");
        assertThat(found("/Aa/x", "/BB/x", EXACT)).isFalse();
        assertThat(found("/a/x", "/\0a/x", EXACT)).isFalse();
        assertThat(found("/BB/x", "/BB/x", EXACT)).isTrue();
    }

    private static boolean found(String pattern, String path, PathSettings settings) {
        long[] bits = new long[1];
        PathIndex.of(List.of(PathPattern.parse(pattern)), settings).find(path, bits, new Walk());
        return bits[0] == 1;
    }

    @ParameterizedTest
    @CsvSource({
        "/items/{id},         /items/7,       id, 7",
        "/items/{id}/,        /items/7/,      id, 7",
        "/items/{id}/**,      /items/7/x,     id, 7",
        "/{a}/{b},            /1/2,           b,  2",
        "/**/{last},          /a/b/c,         last, c",
        "/**/x/{id},          /x/x/7,         id, 7",
        "/a/**/b/{id}/**,     /a/b/1/b/2,     id, 1",
        "/**/{one}/**/{two},  /a/b/c,         one, a",
        "/**/{one}/**/{two},  /a/b/c,         two, c",
    })
    void findsAVariable(String pattern, String path, String name, String value) {
        assertThat(PathPattern.parse(pattern).variable(name, path, PathSettings.DEFAULT))
                .isEqualTo(value);
    }

    @Test
    void hasNoOtherVariables() {
        PathPattern pattern = PathPattern.parse("/a/{b}/*/{c}");
        assertThat(pattern.variables()).containsExactly("b", "c");
        assertThat(pattern.variable("d", "/a/1/2/3", PathSettings.DEFAULT)).isNull();
        assertThat(pattern.variable("c", "/a", PathSettings.DEFAULT)).isNull();
        assertThat(PathPattern.parse("/**/{c}").variable("c", "/", PathSettings.DEFAULT))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "api > a path pattern begins with /, such as /api",
                "/a?b > a path pattern is about the path alone; for the query write match: { path: ..., query.NAME: ... }",
                "/a#b > a path pattern is about the path alone; for the query write match: { path: ..., query.NAME: ... }",
                "/a//b > an empty segment never matches; write / instead of //",
                "/a/../b > .. never matches: paths are resolved before; write where it leads to",
                "/a/. > . never matches: paths are resolved before; write where it leads to",
                "/a** > ** stands alone between slashes, such as /api/**; for part of a segment write *",
                "/{id > a variable is a whole segment, such as /items/{id}, not {id",
                "/x{id} > a variable is a whole segment, such as /items/{id}, not x{id}",
                "/{id}x > a variable is a whole segment, such as /items/{id}, not {id}x",
                "/id} > a variable is a whole segment, such as /items/{id}, not id}",
                "/{} > 'a variable is named by a letter, then letters, digits, - or _, such as {id}, not {}'",
                "/{1a} > 'a variable is named by a letter, then letters, digits, - or _, such as {id}, not {1a}'",
                "/{a}/{a} > variable a comes twice; each needs a name of its own"
            })
    void saysWhatWouldBeRight(String pattern, String message) {
        assertThatThrownBy(() -> PathPattern.parse(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void isTheMoreSpecificTheLessItLeavesOpen() {
        List<String> sorted = List.of("/a/b/c", "/a/b/**", "/a/b", "/a/*x", "/a/{id}", "/a/*", "/a/**", "/a", "/**");
        List<PathPattern> shuffled = new java.util.ArrayList<>(
                sorted.stream().map(PathPattern::parse).toList());
        for (int i = 0; i < 20; i++) {
            java.util.Collections.shuffle(shuffled, new java.util.Random(i));
            shuffled.sort(PathPattern.mostSpecificFirst());
            assertThat(shuffled).map(PathPattern::toString).containsExactlyElementsOf(sorted);
        }
    }

    @Test
    void isAValue() {
        assertThat(PathPattern.parse("/a/{b}")).isEqualTo(PathPattern.parse("/a/{b}"));
        assertThat(PathPattern.parse("/a/{b}")).hasSameHashCodeAs(PathPattern.parse("/a/{b}"));
        assertThat(PathPattern.parse("/a/{b}")).isNotEqualTo(PathPattern.parse("/a/{c}"));
        assertThat(PathPattern.parse("/a").equals(null)).isFalse();
    }
}
