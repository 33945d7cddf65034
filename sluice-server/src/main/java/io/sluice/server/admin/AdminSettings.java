package io.sluice.server.admin;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Where the admin door listens, and what it asks for.
 *
 * @param host as it was configured: a name by which requests may call it
 * @param token what writes need and, beyond loopback, reads too
 */
public record AdminSettings(InetSocketAddress address, String host, String token) {
    private static final int RANDOM_BYTES = 16;

    /**
     * With a random token if none is given, which only the loopback address may have.
     *
     * @throws IllegalArgumentException where a token is needed and none is given, or it cannot be sent in a header
     */
    public static AdminSettings of(InetSocketAddress address, String host, @Nullable String token) {
        if (token == null && !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException(
                    "the admin door would listen on " + host
                            + ", where others can reach it, and there is no token; give one with SLUICE_ADMIN_TOKEN, or listen on 127.0.0.1");
        }
        if (token != null && !token.matches("[\\x21-\\x7e]{16,200}")) {
            throw new IllegalArgumentException(
                    "the token of the admin door must be 16 to 200 letters, digits and signs, without blanks");
        }
        return new AdminSettings(address, host, token == null ? random() : token);
    }

    private static String random() {
        byte[] bytes = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    boolean loopback() {
        return address.getAddress().isLoopbackAddress();
    }
}
