package io.sluice.http.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rules.PathSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathNormalTest {
    private final PathNormal normal = new PathNormal(PathSettings.DEFAULT);
    private final PathNormal exact = new PathNormal(new PathSettings(false, false));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/login",
                "/api/%6cogin",
                "/%61%70%69/login",
                "/api//login",
                "/api////login//",
                "/api/./login",
                "/./api/login",
                "/api/x/../login",
                "/api/x/y/../../login",
                "/api/login;jsessionid=1",
                "/api;v=1/login;x",
                "/api/;x/login",
                "/api/login/",
                "/api/login/.",
                "/api/login/x/..",
                "/API/Login",
                "/api/%4Cogin"
            })
    void spellingsOfOnePathAreOne(String spelling) {
        assertThat(normal.of(spelling)).isEqualTo("/api/login");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api%2Flogin",
                "/api%2flogin",
                "/api%5Clogin",
                "/api\\login",
                "/api/%2e%2e/x",
                "/api/.%2e/x",
                "/api/%2e/x",
                "/api/..;/x",
                "/api/.;a=b/x",
                "/api/..;x=1/x",
                "/a%00",
                "/a%0d%0aX: y",
                "/a%7f",
                "/a%c2%85",
                "/a%",
                "/a%4",
                "/a%zz",
                "/a%ff",
                "/a%c0%af",
                "/..",
                "/../x",
                "/a/../../x",
                "/a//../x",
                "/a//b/../../x",
                "/a/;x/../y",
                "/a b",
                "/caf\u00e9",
                "/a#b",
                "/a;x=%2f",
                "//",
                "//a/b",
                "///a",
                "/.//a",
                "/x/..//a",
                "/;x/a",
                "/\\a",
                "\\a",
                "a",
                "",
                "http://x/a"
            })
    void ambiguousPathsHaveNoSpelling(String path) {
        assertThat(normal.of(path)).isNull();
        assertThat(exact.of(path)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "/, /",
        "/;x, /",
        "/., /",
        "/a/.., /",
        "/caf%C3%A9, /caf\u00e9",
        "/caf%c3%a9, /caf\u00e9",
        "/a%20b, /a b",
        "/a%3Bb, /a;b",
        "/100%25, /100%",
        "/a@b, /a@b",
        "/a%40b, /a@b",
        "/..a, /..a",
        "/a../b, /a../b",
        "/.../b, /.../b",
        "/.well-known/x, /.well-known/x",
        "/%2Ewell-known/x, /.well-known/x"
    })
    void whatIsEncodedIsWhatItMeans(String path, String expected) {
        assertThat(normal.of(path)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"/Api, /Api", "/api/, /api/", "/api/., /api/", "/api/x/.., /api/", "/api/;x, /api/", "/Api//x, /Api/x"})
    void caseAndTrailingSlashAreKeptWhereTheyMatter(String path, String expected) {
        assertThat(exact.of(path)).isEqualTo(expected);
    }

    @Test
    void aPathThatIsTooLongHasNoSpelling() {
        assertThat(normal.of("/" + "a".repeat(8_191))).isNotNull();
        assertThat(normal.of("/" + "a".repeat(8_192))).isNull();
    }

    @Test
    void leavesPlainPathsAlone() {
        String path = "/api/items/42";
        assertThat(normal.of(path)).isSameAs(path);
    }
}
