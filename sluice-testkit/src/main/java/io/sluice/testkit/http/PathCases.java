package io.sluice.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody gets around a limit by the way they write a path. */
interface PathCases extends HttpScene {
    String LOGIN = """
            version: 1
            rules:
              login: { match: /api/login, per: ip, limit: 2/day }
            """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/%6cogin",
                "/api//login",
                "/api/./login",
                "/api/x/../login",
                "/api/login;jsessionid=1",
                "/api;v=2/login",
                "/api/login?x=1",
                "/%61pi/login",
                "http://localhost/api/login",
                "/api/login?"
            })
    default void theLimitIsOnThePathThatTheApplicationRoutesOn_10(String spelling) throws Exception {
        RawHttp client = behind(LOGIN);
        assertThat(client.get(spelling).status()).isEqualTo(200);
        assertThat(client.get("/api/login").status()).isEqualTo(200);
        assertThat(client.get(spelling).status()).isEqualTo(429);
        assertThat(client.get("/api/login").status()).isEqualTo(429);
        assertThat(client.get("/api/logout").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api%2Flogin",
                "/api%5Clogin",
                "/api/%2e%2e/x",
                "/api/..;/x",
                "/a%00",
                "/a%0d%0ab",
                "/api/%2e/login",
                "/../login",
                "/a%zz",
                "/api/.%2e/login",
                "/api//../login",
                "//api/login",
                "///api/login",
                "/.//api/login",
                "/x/..//api/login",
                "/;x/api/login",
                "/\\api/login",
                "/api\\login"
            })
    default void ambiguousPathsAreRefused_11(String path) throws Exception {
        RawHttp client = behind(LOGIN);
        assertThat(client.get(path).status()).isEqualTo(400);
        assertThat(served()).isZero();
    }

    @ParameterizedTest
    @MethodSource("io.sluice.testkit.http.Detours#targets")
    default void noWayOfWritingATargetLeadsAroundItsLimit_11(String target) throws Exception {
        RawHttp client = behind(Detours.RULES);
        for (String limited : Detours.LIMITED) {
            assertThat(client.get(limited).status()).isEqualTo(200);
        }
        assertThat(client.get(target).status()).as(target).isIn(400, 429);
        assertThat(served()).isEqualTo(Detours.LIMITED.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/API/Login", "/api/login/", "/Api/Login//"})
    default void caseAndTrailingSlashMakeNoOtherPath_12(String spelling) throws Exception {
        RawHttp client = behind(LOGIN);
        client.get("/api/login");
        client.get("/api/login");
        assertThat(client.get(spelling).status()).isEqualTo(429);
        assertThat(served()).isEqualTo(2);
    }

    @Test
    default void whereTheyMakeAnotherPathTheyAreCountedApart_12() throws Exception {
        RawHttp client = behind("""
                version: 1
                paths: { case: sensitive, trailing-slash: keep }
                rules:
                  login: { match: /api/**, per: [ip, path], limit: 2/day }
                """);
        client.get("/api/login");
        client.get("/api/login");
        assertThat(client.get("/api/login").status()).isEqualTo(429);
        assertThat(client.get("/api/Login").status()).isEqualTo(200);
        assertThat(client.get("/api/login/").status()).isEqualTo(200);
    }
}
