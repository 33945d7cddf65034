package io.sluice.rules.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenKeysTest {
    private static final long NOW = 1_800_000_000_000L;
    private static final String ANN = "{\"sub\":\"ann\",\"exp\":1800000100}";
    private static final byte[] SECRET = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final String OCT =
            "{\"kty\":\"oct\",\"kid\":\"oct\",\"alg\":\"HS256\",\"k\":\"" + Signer.base64(SECRET) + "\"}";
    private static final Signer RSA = Signer.of("RSA", 2048);
    private static final Signer EC = Signer.of("EC", 256);
    private static final Signer EC384 = Signer.of("EC", 384);
    private static final Signer ED = Signer.of("Ed25519", 255);
    private static final Signer STRANGER = Signer.of("RSA", 2048);

    @TempDir
    Path folder;

    private TokenKeys keys(String... keys) {
        try {
            return TokenKeys.read(write(keys));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Path write(String... keys) throws IOException {
        return Files.writeString(folder.resolve("jwks.json"), "{\"keys\":[" + String.join(",", keys) + "]}");
    }

    private TokenKeys all() {
        return keys(RSA.jwk("rsa", ""), EC.jwk("ec", ""), EC384.jwk("ec384", ""), ED.jwk("ed", ""), OCT);
    }

    private static String sub(TokenKeys keys, String token) {
        return String.valueOf(keys.claim(token, "sub", NOW));
    }

    @Test
    void everyKindOfKeyChecksItsTokens() {
        TokenKeys keys = all();
        assertThat(sub(keys, RSA.sign("{\"alg\":\"RS256\",\"kid\":\"rsa\"}", ANN)))
                .isEqualTo("ann");
        assertThat(sub(keys, RSA.sign("{\"alg\":\"RS512\"}", ANN))).isEqualTo("ann");
        assertThat(sub(keys, RSA.sign("{\"alg\":\"PS256\"}", ANN))).isEqualTo("ann");
        assertThat(sub(keys, EC.sign("{\"alg\":\"ES256\",\"kid\":\"ec\"}", ANN)))
                .isEqualTo("ann");
        assertThat(sub(keys, EC384.sign("{\"alg\":\"ES384\"}", ANN))).isEqualTo("ann");
        assertThat(sub(keys, ED.sign("{\"alg\":\"EdDSA\",\"kid\":\"ed\"}", ANN)))
                .isEqualTo("ann");
        assertThat(sub(keys, Signer.mac(SECRET, "{\"alg\":\"HS256\",\"kid\":\"oct\"}", ANN)))
                .isEqualTo("ann");
    }

    @Test
    void claimsAreTextsNumbersOrTruth() {
        TokenKeys keys = keys(RSA.jwk("rsa", ""));
        String token = RSA.sign(
                "{\"alg\":\"RS256\"}",
                "{\"plan\":\"premium\",\"id\":42,\"vip\":true,\"roles\":[\"a\"],\"o\":{},\"e\":\"\",\"n\":null}");
        assertThat(keys.claim(token, "plan", NOW)).isEqualTo("premium");
        assertThat(keys.claim(token, "id", NOW)).isEqualTo("42");
        assertThat(keys.claim(token, "vip", NOW)).isEqualTo("true");
        assertThat(List.of("roles", "o", "e", "n", "none")).allMatch(claim -> keys.claim(token, claim, NOW) == null);
    }

    @Test
    void aTokenWithoutSignatureIsNone() {
        TokenKeys keys = all();
        for (String alg : List.of("none", "None", "NONE", "nOnE", "")) {
            String head = Signer.base64("{\"alg\":\"" + alg + "\"}") + "." + Signer.base64(ANN) + ".";
            assertThat(keys.claim(head, "sub", NOW)).isNull();
            assertThat(keys.claim(head + "AA", "sub", NOW)).isNull();
        }
        String good = RSA.sign("{\"alg\":\"RS256\"}", ANN);
        assertThat(keys.claim(good.substring(0, good.lastIndexOf('.') + 1), "sub", NOW))
                .isNull();
    }

    @Test
    void aPublicKeyIsNoSharedSecret() {
        TokenKeys keys = keys(RSA.jwk("rsa", ""), EC.jwk("ec", ""));
        String pem = "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(RSA.publicBytes())
                + "\n-----END PUBLIC KEY-----\n";
        for (byte[] known : List.of(
                RSA.publicBytes(),
                pem.getBytes(StandardCharsets.US_ASCII),
                RSA.jwk("rsa", "").getBytes(StandardCharsets.UTF_8),
                EC.publicBytes())) {
            assertThat(keys.claim(Signer.mac(known, "{\"alg\":\"HS256\",\"kid\":\"rsa\"}", ANN), "sub", NOW))
                    .isNull();
            assertThat(keys.claim(Signer.mac(known, "{\"alg\":\"HS256\"}", ANN), "sub", NOW))
                    .isNull();
        }
    }

    @Test
    void aKeyThatATokenBringsAlongIsNotBelieved() {
        TokenKeys keys = all();
        String own = STRANGER.jwk("rsa", "");
        assertThat(keys.claim(
                        STRANGER.sign("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"jwk\":" + own + "}", ANN), "sub", NOW))
                .isNull();
        assertThat(keys.claim(STRANGER.sign("{\"alg\":\"RS256\",\"jku\":\"http://127.0.0.1/\"}", ANN), "sub", NOW))
                .isNull();
    }

    @Test
    void theAlgorithmThatTheFileNamesIsTheOnlyOne() {
        TokenKeys keys = keys(RSA.jwk("rsa", ",\"alg\":\"RS256\",\"use\":\"sig\""));
        assertThat(sub(keys, RSA.sign("{\"alg\":\"RS256\"}", ANN))).isEqualTo("ann");
        assertThat(keys.claim(RSA.sign("{\"alg\":\"RS512\"}", ANN), "sub", NOW)).isNull();
    }

    @Test
    void aTokenOfAnotherKeyIsNone() {
        TokenKeys keys = all();
        assertThat(keys.claim(RSA.sign("{\"alg\":\"RS256\",\"kid\":\"other\"}", ANN), "sub", NOW))
                .isNull();
        assertThat(keys.claim(STRANGER.sign("{\"alg\":\"RS256\",\"kid\":\"rsa\"}", ANN), "sub", NOW))
                .isNull();
        TokenKeys encryption = keys(EC.jwk("ec", ""), RSA.jwk("rsa", ",\"use\":\"enc\""));
        assertThat(encryption.claim(RSA.sign("{\"alg\":\"RS256\"}", ANN), "sub", NOW))
                .isNull();
    }

    @Test
    void whatMustBeUnderstoodAndIsNotMakesItNone() {
        assertThat(all().claim(RSA.sign("{\"alg\":\"RS256\",\"crit\":[\"x\"],\"x\":1}", ANN), "sub", NOW))
                .isNull();
    }

    @Test
    void noChangedByteIsOverlooked() {
        TokenKeys keys = all();
        long seed = Long.getLong("sluice.seed", 11);
        Random random = new Random(seed);
        for (String token : List.of(
                RSA.sign("{\"alg\":\"RS256\"}", ANN),
                EC.sign("{\"alg\":\"ES256\"}", ANN),
                ED.sign("{\"alg\":\"EdDSA\"}", ANN))) {
            for (int i = 0; i < 100; i++) {
                // The last character of a part may hold bits that say nothing.
                int at = random.nextInt(token.length() - 1);
                boolean last = token.charAt(at + 1) == '.';
                char other = "ABCxyz019-_.".charAt(random.nextInt(12));
                if (!last && token.charAt(at) != other) {
                    String changed = token.substring(0, at) + other + token.substring(at + 1);
                    assertThat(keys.claim(changed, "sub", NOW))
                            .as("seed %d: %s", seed, changed)
                            .isNull();
                }
            }
        }
    }

    @Test
    void anEmptyCurveSignatureDoesNotHold() {
        String head = Signer.base64("{\"alg\":\"ES256\"}") + "." + Signer.base64(ANN) + ".";
        assertThat(all().claim(head + Signer.base64(new byte[64]), "sub", NOW)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "'\"exp\":1800000000', ann",
        "'\"exp\":1799999941', ann",
        "'\"exp\":1799999940', null",
        "'\"exp\":1000', null",
        "'\"exp\":\"1900000000\"', null",
        "'\"nbf\":1800000060', ann",
        "'\"nbf\":1800000061', null",
        "'\"nbf\":1e300', null",
        "'\"exp\":1e300', ann",
        "'\"exp\":1800000000.5', ann",
        "'\"iat\":1', ann"
    })
    void isValidFromAMinuteBeforeUntilAMinuteAfter(String times, String sub) {
        TokenKeys keys = keys(RSA.jwk("rsa", ""));
        assertThat(sub(keys, RSA.sign("{\"alg\":\"RS256\"}", "{\"sub\":\"ann\"," + times + "}")))
                .isEqualTo(sub);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "...",
                "....",
                "a.b.c",
                "Bearer x",
                "e30.e30.e30",
                "\0",
                "eyJhbGciOiJSUzI1NiJ9..",
                "💧.💧.💧"
            })
    void garbageIsNoToken(String text) {
        assertThat(all().claim(text, "sub", NOW)).isNull();
    }

    @Test
    void aHugeTokenIsNotLookedAt() {
        String payload = "{\"sub\":\"ann\",\"x\":\"" + "y".repeat(75_000) + "\"}";
        String token = RSA.sign("{\"alg\":\"RS256\"}", payload);
        assertThat(token).hasSizeGreaterThan(100_000);
        assertThat(all().claim(token, "sub", NOW)).isNull();
        assertThat(all().claim("[".repeat(10_000), "sub", NOW)).isNull();
        String deep = RSA.sign("{\"alg\":\"RS256\"}", "[".repeat(11_000));
        assertThat(all().claim(deep, "sub", NOW)).isNull();
    }

    @Test
    void otherKeysAreTakenWhenTheFileChanges() throws IOException {
        TokenKeys keys = keys(RSA.jwk("rsa", ""));
        String token = RSA.sign("{\"alg\":\"RS256\"}", ANN);
        assertThat(sub(keys, token)).isEqualTo("ann");
        Files.writeString(folder.resolve("jwks.json"), "{");
        keys.look();
        assertThat(sub(keys, token)).isEqualTo("ann");
        write(EC.jwk("ec", ""));
        keys.look();
        assertThat(keys.claim(token, "sub", NOW)).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"keys":[]} | no key in it checks signatures
                    {} | not a set of keys, {"keys": [...]}
                    [] | not a set of keys, {"keys": [...]}
                    nonsense | not a set of keys, {"keys": [...]}
                    {"keys":[{"kty":"oct","k":"AAAA","kid":"short"}]} | key 1 (short):
                    {"keys":[{"kty":"oct","k":"MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY","alg":"RS256"}]} | key 1: alg RS256 is not one for this key
                    {"keys":[{"kty":"OKP","crv":"X25519","x":"MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY"}]} | key 1: a kind of key that checks no signatures
                    {"keys":[{"kty":"RSA","n":"MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY","e":"AQAB"}]} | key 1: an RSA key of 256 bits; it takes 2048
                    """)
    void aBadFileIsNotTaken(String text, String what) throws IOException {
        Path file = Files.writeString(folder.resolve("bad.json"), text);
        assertThatThrownBy(() -> TokenKeys.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + ": " + what);
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> TokenKeys.read(folder.resolve("none.json")))
                .hasMessage(folder.resolve("none.json") + ": no such file");
    }
}
