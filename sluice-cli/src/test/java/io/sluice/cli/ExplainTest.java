package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.http.JsonTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainTest {
    @TempDir
    Path folder;

    private String file = "";

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("sluice.yaml"), """
                        version: 1
                        clients: { ip: { trusted-proxies: [10.0.0.0/8] } }
                        deny: [192.0.2.0/24]
                        allow: [198.51.100.7]
                        rules:
                          login:
                            match: POST /login
                            per: ip
                            limit: 5/15m sliding-log
                          search:
                            match: /search
                            per: user or skip
                            limit: 10/s burst 20
                            cost: { query: n, max: 100 }
                          tomorrow:
                            match: /search
                            per: ip
                            limit: 1/s
                            mode: shadow
                        """).toString();
    }

    private Run explain(String... request) {
        String[] args = new String[request.length + 3];
        args[0] = "explain";
        args[1] = "--rules";
        args[2] = file;
        System.arraycopy(request, 0, args, 3, request.length);
        return Run.sluice(args);
    }

    @Test
    void showsRulesKeysAndAnswers() {
        Run run = explain("POST /./login?x=1", "ip=203.0.113.9");
        assertThat(run.status()).isZero();
        assertThat(run.lines())
                .containsExactly(
                        "POST /./login?x=1 ip=203.0.113.9",
                        "",
                        "rule      key                   limit                cost  answer",
                        "login     login|ip:203.0.113.9  5/15min sliding-log  1     allowed, of 5 left",
                        "search    -                     -                    -     does not count: the path is not /search",
                        "tomorrow  -                     -                    -     does not count: the path is not /search",
                        "",
                        "allowed by rule login");
    }

    @Test
    void tellsWhatOnlyLooksOnAndWhatIsTooMuch() {
        Run run = explain("/search?n=30", "user=ann", "ip=203.0.113.9");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out())
                .contains("search|user:ann")
                .contains("30    refused, whenever it asks")
                .contains("tomorrow (shadow)")
                .contains("refused by rule search");
    }

    @Test
    void listsComeFirst() {
        Run denied = explain("/search", "ip=192.0.2.1");
        assertThat(denied.status()).isEqualTo(1);
        assertThat(denied.lines()).endsWith("denied: on the deny list");
        assertThat(explain("/search", "ip=198.51.100.7").lines()).endsWith("unlimited: on the allow list");
    }

    @Test
    void tellsProgramsInJson() {
        Run run = explain("--json", "POST /login", "ip=203.0.113.9");
        assertThat(run.out())
                .startsWith(
                        "{\"request\":\"POST /login ip=203.0.113.9\",\"plan\":null,\"outcome\":\"allowed\",\"rule\":\"login\","
                                + "\"rules\":[{\"rule\":\"login\",\"counts\":true,\"enforced\":true,\"key\":\"login|ip:203.0.113.9\","
                                + "\"limit\":\"5/15min sliding-log\",\"cost\":1,\"allowed\":true,\"remaining\":5,\"retryAfterSeconds\":0,\"retryAfterNanos\":0,"
                                + "\"resetAfterSeconds\":0,\"resetAfterNanos\":0,\"delaySeconds\":0,\"delayNanos\":0},")
                .endsWith("}]}\n");
    }

    @Test
    void everyTimeInJsonHasItsUnit() throws IOException {
        JsonTimes.check(explain("--json", "POST /login", "ip=203.0.113.9").out());
        String never =
                explain("--json", "/search?n=30", "user=ann", "ip=203.0.113.9").out();
        JsonTimes.check(never);
        assertThat(never).contains("\"retryAfterSeconds\":null,\"retryAfterNanos\":null");
        Files.writeString(Path.of(file), "version: 2\nrules: { a: { limit: 1/parsec } }\n");
        Run.sluice("check", "--json", file).lines().forEach(JsonTimes::check);
    }

    @Test
    void readsARequestAsItComesOverHttp() throws IOException {
        Files.writeString(Path.of(file), """
                version: 1
                clients:
                  ip: { trusted-proxies: [10.0.0.0/8] }
                  user: { header: X-User }
                rules:
                  api: { match: "/api/**", per: user, limit: 5/min }
                """);
        Run stranger = explain("/api/x?y=1", "--from", "203.0.113.9", "-H", "X-User: ann");
        assertThat(stranger.status()).isZero();
        assertThat(stranger.lines()).first().isEqualTo("GET /api/x?y=1 from 203.0.113.9 with X-User: ann");
        assertThat(stranger.out()).contains("api|ip:203.0.113.9").doesNotContain("user:ann");
        assertThat(explain("/api/x", "-H", "X-User: ann").out()).contains("api|ip:127.0.0.1");
        Run proxy = explain("/api/x", "--from", "10.0.0.1", "-H", "X-Forwarded-For: 203.0.113.9", "-H", "X-User: ann");
        assertThat(proxy.out()).contains("api|user:ann");
        assertThat(explain("/api/x", "--from", "10.0.0.1", "-H", "X-Forwarded-For: 203.0.113.9")
                        .out())
                .contains("api|ip:203.0.113.9");
    }

    @Test
    void whatIsWrongWithARequestOverHttpIsSaid() {
        assertThat(explain("//a/login", "--from", "203.0.113.9").err())
                .contains("it would be answered with 400: The path can be read in more than one way.");
        assertThat(explain("/", "--from", "here").err()).contains("'here' is no address");
        assertThat(explain("/", "-H", "X-User").err()).contains("'X-User' is no header");
        Run both = explain("/", "user=ann", "--from", "203.0.113.9");
        assertThat(both.status()).isEqualTo(2);
        assertThat(both.err()).contains("'user=ann' does not go with --from and -H");
    }

    @Test
    void whatCannotBeReadIsSaidSo() throws IOException {
        assertThat(explain("login").err()).contains("'login' is no path; give a request such as 'POST /login'");
        assertThat(explain("/a%2fb").err()).contains("the path /a%2fb is ambiguous, and would be answered 400");
        assertThat(explain("/", "ip").err()).contains("'ip' is no attribute; give one such as ip=203.0.113.9");
        Files.writeString(Path.of(file), "version: 2\n");
        Run bad = explain("/");
        assertThat(bad.status()).isEqualTo(2);
        assertThat(bad.err()).contains("sluice.yaml:1:10: error: ");
    }
}
