package io.sluice.rules.jwt;

import io.sluice.rules.reload.Reloads;
import io.sluice.rules.reload.WatchedFile;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The keys that tokens must be signed with, from a JWKS file that is read again when it changes.
 *
 * <p>A token says itself how it is signed, so that is never believed: a key only checks the algorithms that fit its own kind. Tokens that were
 * checked are remembered, some thousands of them, so that a signature is not checked at each request; when they are valid is
 * looked at each time.
 */
public final class TokenKeys {
    private final WatchedFile<VerifiedTokens> tokens;

    private TokenKeys(WatchedFile<VerifiedTokens> tokens) {
        this.tokens = tokens;
    }

    /**
     * Reads a file.
     *
     * @throws IOException if the file cannot be read, with what is wrong in it
     */
    public static TokenKeys read(Path file) throws IOException {
        return new TokenKeys(WatchedFile.read(file, Reloads.KEYS, path -> new VerifiedTokens(JwksFile.read(path))));
    }

    /**
     * The value of a claim that is a text, a number, true or false; null if the token is not one, its signature does not hold, it is not valid at this time,
     * or has no such claim.
     */
    public @Nullable String claim(String token, String claim, long epochMillis) {
        Token verified = tokens.get().verified(token);
        return verified != null && verified.isValidAt(epochMillis) ? verified.claim(claim) : null;
    }

    /** Looks at the file now, and reads it if it has changed. */
    public void look() {
        tokens.look();
    }

    @Override
    public String toString() {
        return tokens.toString();
    }
}
