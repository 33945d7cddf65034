package io.sluice.server.grpc;

import static io.sluice.server.grpc.RlsMessages.descriptor;
import static io.sluice.server.grpc.RlsMessages.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.Code;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Keys of descriptors are called as their sender likes, also nearly as something that requests over HTTP have. */
class RlsKeysTest {
    private final RlsScene scene = new RlsScene("""
            clients:
              key2: { header: X-Key }
            rules:
              keys:    { match: { domain: shop, api_key: "*" }, per: api_key, limit: 1/min, overrides: { "api_key:gold": 2/min } }
              users:   { match: { users: "*" }, per: users, limit: 1/min }
              numbers: { match: { key1: a }, per: [key1, key3], limit: 1/min }
              capital: { match: { domain: envoy, noWild: "a*" }, per: noWild, limit: 1/min }
            """);

    @AfterEach
    void close() {
        scene.close();
    }

    private Code ask(String domain, String... pairs) {
        return scene.ask(request(domain, descriptor(pairs))).getOverallCode();
    }

    @Test
    void aKeyThatIsNearlyAnotherIsCounted() {
        assertThat(ask("shop", "api_key", "x")).isEqualTo(Code.OK);
        assertThat(ask("shop", "api_key", "x")).isEqualTo(Code.OVER_LIMIT);
        assertThat(ask("shop", "api_key", "y")).isEqualTo(Code.OK);
        assertThat(ask("any", "users", "x")).isEqualTo(Code.OK);
        assertThat(ask("any", "users", "x")).isEqualTo(Code.OVER_LIMIT);
    }

    @Test
    void anOverrideNeedsNoIdentity() {
        assertThat(ask("shop", "api_key", "gold")).isEqualTo(Code.OK);
        assertThat(ask("shop", "api_key", "gold")).isEqualTo(Code.OK);
        assertThat(ask("shop", "api_key", "gold")).isEqualTo(Code.OVER_LIMIT);
    }

    @Test
    void anIdentityMakesNoOtherNumberWrong() {
        assertThat(ask("any", "key1", "a", "key3", "x")).isEqualTo(Code.OK);
        assertThat(ask("any", "key1", "a", "key3", "x")).isEqualTo(Code.OVER_LIMIT);
        assertThat(ask("any", "key1", "a", "key3", "y")).isEqualTo(Code.OK);
    }

    @Test
    void namesInCapitalsMeetKeysInAnyCase() {
        assertThat(ask("envoy", "noWild", "a1")).isEqualTo(Code.OK);
        assertThat(ask("envoy", "NOWILD", "a1")).isEqualTo(Code.OVER_LIMIT);
        assertThat(ask("envoy", "noWild", "b1")).isEqualTo(Code.OK);
    }
}
