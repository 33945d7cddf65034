package io.sluice.server.resp;

import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * How the door for Redis clients is set up.
 *
 * @param address where to listen; port 0 is any that is free
 * @param password what clients have to log in with, if anything
 * @param maxKeys how many keys are remembered, where they are kept in memory
 */
public record RespSettings(InetSocketAddress address, Optional<String> password, long maxKeys) {
    public static final int USUAL_PORT = 6380;

    private static final long USUAL_KEYS = 1_000_000;

    public RespSettings {
        if (password.isPresent() && password.get().isEmpty()) {
            throw new IllegalArgumentException("the password is empty; leave it out if nobody has to log in");
        }
    }

    /** For everybody who can reach the address. */
    public static RespSettings at(InetSocketAddress address) {
        return new RespSettings(address, Optional.empty(), USUAL_KEYS);
    }

    public RespSettings withPassword(String password) {
        return new RespSettings(address, Optional.of(password), maxKeys);
    }
}
