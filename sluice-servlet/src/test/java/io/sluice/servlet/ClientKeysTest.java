package io.sluice.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.keys.Shows;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys under {@code clients} but for {@code ip}: two visits are of one client, so that the second is refused, or of two. */
class ClientKeysTest {
    private static final List<Integer> ONE = List.of(200, 429);
    private static final List<Integer> TWO = List.of(200, 200);
    private static final String[] USERS = {"/ | X-User: ann", "/ | X-User: bob"};

    @TempDir
    Path folder;

    @BeforeEach
    void writeKeys() throws Exception {
        Tokens.OURS.writeKeys(folder.resolve("jwks.json"));
        Tokens.OTHERS.writeKeys(folder.resolve("others.json"));
    }

    private List<Integer> users(String source, String... visits) throws Exception {
        return Behind.rules(
                        "clients: { user: { " + source + " } }\nrules: { one: { per: user, limit: 1/day } }\n", folder)
                .statuses(visits);
    }

    @Test
    @Shows("clients.*.header")
    void aHeaderNamesTheClient() throws Exception {
        assertThat(users("header: X-User, trust: anybody", USERS)).isEqualTo(TWO);
        assertThat(users("header: X-Other, trust: anybody", USERS)).isEqualTo(ONE);
    }

    @Test
    @Shows({"clients.*.trust=anybody", "clients.*.trust=trusted-proxies"})
    void aHeaderIsBelievedFromAnybodyOrFromProxies() throws Exception {
        assertThat(users("header: X-User, trust: anybody", USERS)).isEqualTo(TWO);
        assertThat(users("header: X-User, trust: trusted-proxies", USERS)).isEqualTo(ONE);
        assertThat(users("header: X-User", USERS)).isEqualTo(ONE);
    }

    @Test
    @Shows("clients.*.cookie")
    void aCookieNamesTheClient() throws Exception {
        String[] visits = {"/ | Cookie: sid=ann", "/ | Cookie: sid=bob"};
        assertThat(users("cookie: sid", visits)).isEqualTo(TWO);
        assertThat(users("cookie: other", visits)).isEqualTo(ONE);
    }

    @Test
    @Shows("clients.*.query")
    void aQueryParameterNamesTheClient() throws Exception {
        assertThat(users("query: user", "/?user=ann", "/?user=bob")).isEqualTo(TWO);
        assertThat(users("query: other", "/?user=ann", "/?user=bob")).isEqualTo(ONE);
    }

    @Test
    @Shows({
        "clients.*.header+case=ignore",
        "clients.*.header+case=sensitive",
        "clients.*.cookie+case=ignore",
        "clients.*.cookie+case=sensitive",
        "clients.*.query+case=ignore",
        "clients.*.query+case=sensitive",
        "clients.*.jwt+case=ignore",
        "clients.*.jwt+case=sensitive"
    })
    void annIsAnnInAnyCaseOrNot() throws Exception {
        bothCases("header: X-User, trust: anybody", "/ | X-User: Ann", "/ | X-User: ann");
        bothCases("cookie: sid", "/ | Cookie: sid=Ann", "/ | Cookie: sid=ann");
        bothCases("query: user", "/?user=Ann", "/?user=ann");
        bothCases("jwt: { claim: sub, keys: jwks.json }", bearer("Ann"), bearer("ann"));
    }

    private void bothCases(String source, String... visits) throws Exception {
        assertThat(users(source + ", case: ignore", visits)).as(source).isEqualTo(ONE);
        assertThat(users(source + ", case: sensitive", visits)).as(source).isEqualTo(TWO);
        assertThat(users(source, visits)).as(source).isEqualTo(TWO);
    }

    private static String bearer(String user) throws Exception {
        return "/ | Authorization: Bearer " + Tokens.OURS.token("sub", user);
    }

    @Test
    @Shows("clients.*.jwt.claim")
    void aClaimNamesTheClient() throws Exception {
        assertThat(users("jwt: { claim: sub, keys: jwks.json }", bearer("ann"), bearer("bob")))
                .isEqualTo(TWO);
        assertThat(users("jwt: { claim: name, keys: jwks.json }", bearer("ann"), bearer("bob")))
                .isEqualTo(ONE);
    }

    @Test
    @Shows("clients.*.jwt.keys")
    void aTokenSignedWithAnotherKeySaysNothing() throws Exception {
        assertThat(users("jwt: { claim: sub, keys: others.json }", bearer("ann"), bearer("bob")))
                .isEqualTo(ONE);
    }

    @Test
    @Shows("clients.*.jwt.header")
    void aTokenIsLookedForInItsHeader() throws Exception {
        String[] visits = {
            "/ | X-Token: " + Tokens.OURS.token("sub", "ann"), "/ | X-Token: " + Tokens.OURS.token("sub", "bob")
        };
        assertThat(users("jwt: { claim: sub, keys: jwks.json }", visits)).isEqualTo(ONE);
        assertThat(users("jwt: { claim: sub, keys: jwks.json, header: X-Token }", visits))
                .isEqualTo(TWO);
    }
}
