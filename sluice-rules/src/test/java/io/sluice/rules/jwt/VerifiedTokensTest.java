package io.sluice.rules.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifiedTokensTest {
    private static final byte[] SECRET = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    Path folder;

    private VerifiedTokens tokens;

    @BeforeEach
    void read() throws IOException {
        String text = "{\"keys\":[{\"kty\":\"oct\",\"k\":\"" + Signer.base64(SECRET) + "\"}]}";
        tokens = new VerifiedTokens(JwksFile.read(Files.writeString(folder.resolve("jwks.json"), text)));
    }

    private static String token(int number, String more) {
        return Signer.mac(SECRET, "{\"alg\":\"HS256\"}", "{\"sub\":\"" + number + "\"" + more + "}");
    }

    @Test
    void aSignatureIsCheckedOnce() {
        for (int i = 0; i < 100; i++) {
            assertThat(tokens.verified(token(1, ""))).isNotNull();
        }
        assertThat(tokens.checks()).isEqualTo(1);
    }

    @Test
    void aBadOneIsNotRemembered() {
        String bad = token(1, "") + "A";
        for (int i = 0; i < 100; i++) {
            assertThat(tokens.verified(bad)).isNull();
        }
        assertThat(tokens.size()).isZero();
    }

    @Test
    void oneThatIsSeenAgainAndAgainStaysWhileOthersComeAndGo() {
        String steady = token(-1, "");
        int most = 0;
        for (int i = 0; i < 3 * VerifiedTokens.MOST_TOKENS; i++) {
            assertThat(tokens.verified(token(i, ""))).isNotNull();
            assertThat(tokens.verified(steady)).isNotNull();
            most = Math.max(most, tokens.size());
        }
        assertThat(tokens.checks()).isEqualTo(3L * VerifiedTokens.MOST_TOKENS + 1);
        assertThat(most).isLessThanOrEqualTo(2 * VerifiedTokens.MOST_TOKENS);
    }

    @Test
    void largeOnesAreFewer() {
        String more = ",\"x\":\"" + "y".repeat(10_000) + "\"";
        for (int i = 0; i < 1_000; i++) {
            assertThat(tokens.verified(token(i, more))).isNotNull();
            assertThat(tokens.size()).isLessThanOrEqualTo((int) (2 * VerifiedTokens.MOST_CHARACTERS / 13_000) + 2);
        }
    }
}
