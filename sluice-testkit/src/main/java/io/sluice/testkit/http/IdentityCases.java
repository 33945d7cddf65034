package io.sluice.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Nobody gets around a limit, or into somebody else's, by who they say they are. */
interface IdentityCases extends HttpScene {
    String PER_KEY = """
            version: 1
            store: { max-keys: 1000 }
            rules:
              keys: { per: api-key, limit: 2/day }
            """;

    @Test
    default void aCredentialSentTwiceIsRefused_9() throws Exception {
        RawHttp client = behind(PER_KEY);
        assertThat(client.get("/", "X-Api-Key: a", "X-Api-Key: b").status()).isEqualTo(400);
        assertThat(client.get("/", "X-Api-Key: a", "x-api-key: a").status()).isEqualTo(400);
        assertThat(served()).isZero();
        assertThat(client.get("/", "X-Api-Key: a").status()).isEqualTo(200);
    }

    @Test
    default void manyAndLongKeysDoNotHurtOthers_13() throws Exception {
        RawHttp client = behind(PER_KEY);
        assertThat(client.get("/", "X-Api-Key: " + "k".repeat(10_240)).status()).isIn(400, 431);
        for (int i = 0; i < 3_000; i++) {
            assertThat(client.get("/", "X-Api-Key: flood" + i).status()).isEqualTo(200);
        }
        assertThat(client.get("/", "X-Api-Key: normal").status()).isEqualTo(200);
        assertThat(client.get("/").status()).isEqualTo(200);
    }

    @Test
    default void aFloodOfKeysForgivesNobody_14() throws Exception {
        RawHttp client = behind(PER_KEY);
        for (int i = 0; i < 3; i++) {
            client.get("/", "X-Api-Key: exhausted");
        }
        for (int i = 0; i < 3_000; i++) {
            client.get("/", "X-Api-Key: flood" + i);
        }
        assertThat(client.get("/", "X-Api-Key: exhausted").status()).isEqualTo(429);
    }

    @Test
    default void keysOfEqualHashCodeAreCountedApart_15() throws Exception {
        RawHttp client = behind("version: 1\nrules:\n  keys: { per: api-key, limit: 1/day }\n");
        for (int i = 0; i < 1 << 10; i++) {
            StringBuilder key = new StringBuilder();
            for (int bit = 0; bit < 10; bit++) {
                key.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            assertThat(client.get("/", "X-Api-Key: " + key).status()).isEqualTo(200);
        }
        assertThat(client.get("/", "X-Api-Key: " + "Aa".repeat(10)).status()).isEqualTo(429);
    }

    @Test
    default void differentPartsNeverMakeTheSameKey_16() throws Exception {
        RawHttp client = behind("""
                version: 1
                rules:
                  both: { per: [query.a, query.b], limit: 1/day }
                """);
        String[] targets = {
            "/?a=a:b&b=c", "/?a=a&b=b:c", "/?a=a%7Cb&b=c", "/?a=a&b=b%7Cc", "/?a=a%253Ab&b=c", "/?a=&b=a:b", "/?a=a&b=",
        };
        for (String target : targets) {
            assertThat(client.get(target).status()).as(target).isEqualTo(200);
        }
        for (String target : targets) {
            assertThat(client.get(target).status()).as(target).isEqualTo(429);
        }
    }

    @Test
    default void identitiesAreFoldedAsTheApplicationDoes_17() throws Exception {
        RawHttp client = behind("""
                version: 1
                clients:
                  ip: { trusted-proxies: [127.0.0.0/8] }
                  user: { header: X-User, case: ignore }
                rules:
                  users: { per: user, limit: 2/day }
                """);
        assertThat(client.get("/", "X-User: Bob@x.io").status()).isEqualTo(200);
        assertThat(client.get("/", "X-User: bob@X.io ").status()).isEqualTo(200);
        assertThat(client.get("/", "X-User:\t BOB@x.io").status()).isEqualTo(429);
        assertThat(client.get("/", "X-User: rob@x.io").status()).isEqualTo(200);
    }

    @Test
    default void aClaimOfAnUntrustedPeerIsNotBelieved_17() throws Exception {
        RawHttp client = behind("""
                version: 1
                clients:
                  ip: { trusted-proxies: [10.0.0.0/8] }
                  user: { header: X-User }
                rules:
                  users: { per: user, limit: 2/day }
                """);
        for (int i = 0; i < 3; i++) {
            assertThat(client.get("/", "X-User: u" + i).status()).isEqualTo(i < 2 ? 200 : 429);
        }
    }

    @Test
    default void aKeyWritesNoHeaderLines_18() throws Exception {
        RawHttp client = behind("""
                version: 1
                headers: [ietf, github]
                clients:
                  token: { query: token }
                rules:
                  tokens: { per: token, limit: 1/day, docs: "https://docs.example/limits" }
                """);
        for (int i = 0; i < 2; i++) {
            RawAnswer answer = client.get("/?token=a%0d%0aX-Injected:%20y%0d%0a%0d%0a");
            assertThat(answer.status()).isEqualTo(i == 0 ? 200 : 429);
            assertThat(answer.headers("X-Injected")).isEmpty();
            assertThat(answer.headerLines()).allMatch(line -> line.matches("[A-Za-z-]+: .*"));
            assertThat(answer.body()).doesNotContain("Injected");
        }
    }

    @Test
    default void anAnswerToAStrangerTellsNothingOfTheOneNamed_24() throws Exception {
        RawHttp client = behind(PER_KEY);
        assertThat(client.get("/", "X-Api-Key: ann").headers("RateLimit")).hasSize(1);
        RawAnswer answer = client.get("/private/ann", "X-Api-Key: ann", "Origin: https://app.example");
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.headerLines())
                .noneMatch(line -> line.toLowerCase(java.util.Locale.ROOT).contains("ratelimit"));
    }
}
