package io.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.http.answer.Answer;
import io.sluice.http.answer.Cors;
import io.sluice.http.client.ProxyProtocol;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.file.RuleFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whatever a client sends, no exception escapes, and what it is sent is well-formed. */
class HostileRequestsTest {
    private static final String RULES = """
            version: 1
            clients:
              ip: { trusted-proxies: [127.0.0.0/8, 10.0.0.0/8], forwarded-by: %s }
              user: { header: X-User, case: ignore }
              session: { cookie: sid }
            rules:
              login: { match: /api/**, per: [user or session or ip, endpoint], limit: [2/min, 5/h],
                       cost: { header: X-Cost, max: 100 }, message: { default: "Wait {{retryAfterSeconds}}", de: "Warten" } }
              rest: { match: otherwise, per: ip, limit: 3/min, docs: "https://docs.example" }
            """;
    private static final String[] PATHS = {
        "/", "api", "login", "..", ".", "%2e", "%2F", "%", "%c3%a9", "%ff", ";x", "\\", " ", "\u00e9", "?", "A", "%00",
        "#"
    };
    private static final String[] NODES = {
        "1.2.3.4",
        "127.0.0.1",
        "10.0.0.1",
        "::1",
        "[",
        "]",
        ":",
        "80",
        ",",
        " ",
        "for=",
        "\"",
        "\\",
        ";",
        "unknown",
        "%",
        "::ffff:",
        "by=",
        "proto=https",
        "999",
        "_x",
        "\t",
        "\u00ff"
    };
    private static final String[] WORDS = {
        "text/html",
        "*/*",
        "application/json",
        "application/*",
        ",",
        ";",
        "q=",
        "0.5",
        "1",
        "q=9",
        "de",
        "-",
        "en",
        "=",
        "*",
        " ",
        "sid=",
        "a",
        "b",
        "\"",
        "9999999999999999999999",
        "-1",
        "1e9",
        "0",
        "\u0000",
        "\ud83d",
        "{{rule}}",
        "\r\n",
        "_"
    };

    @Test
    void areAnsweredOrPass() throws Exception {
        try (RuleEngine xff = new RuleEngine(rules("x-forwarded-for"), Store.memory(new ManualClock()));
                RuleEngine forwarded = new RuleEngine(rules("forwarded"), Store.memory(new ManualClock()))) {
            HttpRules first = new HttpRules(xff, new ManualClock(), new Cors(Set.of("a")));
            HttpRules second = new HttpRules(forwarded, new ManualClock(), Cors.NONE);
            Draws.tryAll(20_000, random -> {
                HttpRules rules = random.nextBoolean() ? first : second;
                Verdict verdict =
                        rules.decide(request(random)).toCompletableFuture().join();
                Answer answer = verdict.answer();
                if (answer != null) {
                    assertThat(answer.status()).isIn(200, 400, 429);
                    assertThat(answer.fields())
                            .allMatch(field -> field.value().chars().noneMatch(c -> c < ' ' || c == 0x7F));
                }
            });
        }
    }

    @Test
    void bytesOfAProxyAreReadOrRefused() {
        byte[] signature = {0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A, 0x21};
        Draws.tryAll(20_000, random -> {
            String line = "PROXY "
                    + Draws.text(random, 8, "TCP4 ", "TCP6 ", "UNKNOWN", "1.2.3.4 ", "::1 ", "80 ", "\r\n", "x");
            byte[] bytes = random.nextBoolean() ? line.getBytes(StandardCharsets.ISO_8859_1) : new byte[40];
            if (bytes.length == 40 && bytes[0] == 0) {
                random.nextBytes(bytes);
                System.arraycopy(signature, 0, bytes, 0, random.nextInt(signature.length + 1));
            }
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            ProxyProtocol.Result result = ProxyProtocol.read(buffer);
            assertThat(buffer.position() > 0).isEqualTo(result instanceof ProxyProtocol.Header);
        });
    }

    private static TestRequest request(Random random) {
        String method = random.nextInt(5) == 0 ? "OPTIONS" : random.nextInt(5) == 0 ? "HEAD" : "GET";
        String target = (random.nextInt(9) == 0 ? "" : "/") + Draws.text(random, 6, PATHS);
        TestRequest request = TestRequest.of(method, target).from(random.nextInt(4) == 0 ? "?" : "127.0.0.1");
        for (String name : new String[] {"X-Forwarded-For", "Forwarded"}) {
            for (int i = random.nextInt(3); i > 0; i--) {
                request.with(name, Draws.text(random, 8, NODES));
            }
        }
        for (String name :
                new String[] {"Accept", "Accept-Language", "X-Cost", "Cookie", "X-User", "Origin", "X_User"}) {
            if (random.nextInt(3) == 0) {
                request.with(name, Draws.text(random, 6, WORDS));
            }
        }
        if (random.nextInt(6) == 0) {
            request.with("Content-Type", "application/grpc");
        }
        return request;
    }

    private static RuleSet rules(String header) {
        RuleFile file = RuleFile.parse(RULES.formatted(header), Path.of("rules.yaml"));
        assertThat(file.rules()).as("%s", file.problems()).isNotNull();
        return file.rules();
    }
}
