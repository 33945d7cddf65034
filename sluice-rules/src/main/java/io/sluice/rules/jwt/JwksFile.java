package io.sluice.rules.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code {"keys": [...]}}. Keys for other uses than signatures are left out; one that is wrong makes the file wrong. */
final class JwksFile {
    private static final int LARGEST = 1 << 20;

    private JwksFile() {}

    static List<TokenKey> read(Path file) throws IOException {
        List<TokenKey> keys = new ArrayList<>();
        int position = 0;
        for (JWK key : parse(file, text(file)).getKeys()) {
            position++;
            if (TokenKey.isForSignatures(key)) {
                keys.add(key(file, position, key));
            }
        }
        if (keys.isEmpty()) {
            throw new IOException(file + ": no key in it checks signatures; put one in, such as "
                    + "{\"keys\": [{\"kty\": \"RSA\", \"kid\": \"2026\", \"n\": \"...\", \"e\": \"AQAB\"}]}");
        }
        return keys;
    }

    private static String text(Path file) throws IOException {
        try {
            if (Files.size(file) > LARGEST) {
                throw new IOException("larger than 1 MB");
            }
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new IOException(file + ": no such file", e);
        } catch (IOException e) {
            throw new IOException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private static JWKSet parse(Path file, String text) throws IOException {
        try {
            return JWKSet.parse(text);
        } catch (ParseException | RuntimeException e) {
            throw new IOException(file + ": not a set of keys, {\"keys\": [...]}: " + e.getMessage(), e);
        }
    }

    private static TokenKey key(Path file, int position, JWK key) throws IOException {
        try {
            return TokenKey.of(key);
        } catch (JOSEException | IllegalArgumentException e) {
            String name = key.getKeyID() == null ? "" : " (" + key.getKeyID() + ")";
            throw new IOException(file + ": key " + position + name + ": " + e.getMessage(), e);
        }
    }
}
