package io.sluice.rules.jwt;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The keys that tokens must be signed with, from a JWKS file. */
public final class TokenKeys {
    private final Path file;

    private TokenKeys(Path file) {
        this.file = file;
    }

    /**
     * Reads a file.
     *
     * @throws IOException if the file cannot be read, with what is wrong in it
     */
    public static TokenKeys read(Path file) throws IOException {
        return new TokenKeys(file);
    }

    /** The value of a claim; null if the token is not one, its signature does not hold, it is not valid at this time, or has no such claim. */
    public @Nullable String claim(String token, String claim, long epochMillis) {
        return null;
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
