package io.sluice.http.client;

import io.sluice.rules.list.Address;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The PROXY protocol, versions 1 and 2: a load balancer says first who is connected to it.
 *
 * <p>For listeners that expect it and peers that may speak it only; it is never guessed.
 */
public final class ProxyProtocol {
    private static final byte[] SIGNATURE = {0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A};

    /** What the bytes so far amount to. */
    public sealed interface Result {}

    /** More bytes are needed; the buffer is where it was. */
    public record NeedMore() implements Result {}

    /**
     * A whole header, which the buffer is now behind.
     *
     * @param client null where the balancer speaks for itself, or of something that is no IP address: the peer counts
     */
    public record Header(@Nullable Address client) implements Result {}

    /** The connection is to be closed. */
    public record Malformed(String what) implements Result {}

    private ProxyProtocol() {}

    /** Reads from the buffer's position; never more than one header. */
    public static Result read(ByteBuffer bytes) {
        if (!bytes.hasRemaining()) {
            return new NeedMore();
        }
        return switch (bytes.get(bytes.position())) {
            case 'P' -> ProxyLine.read(bytes);
            case 0x0D -> readBinary(bytes);
            default -> new Malformed("neither PROXY nor the signature of version 2");
        };
    }

    private static Result readBinary(ByteBuffer bytes) {
        int start = bytes.position();
        for (int i = 0; i < Math.min(SIGNATURE.length, bytes.remaining()); i++) {
            if (bytes.get(start + i) != SIGNATURE[i]) {
                return new Malformed("not the signature of version 2");
            }
        }
        if (bytes.remaining() < 16) {
            return new NeedMore();
        }
        int command = bytes.get(start + 12) & 0xFF;
        if (command != 0x20 && command != 0x21) {
            return new Malformed("version and command must be 0x20 or 0x21, not 0x" + Integer.toHexString(command));
        }
        int length = (bytes.get(start + 14) & 0xFF) << 8 | (bytes.get(start + 15) & 0xFF);
        return bytes.remaining() < 16 + length ? new NeedMore() : binary(bytes, command, length);
    }

    private static Result binary(ByteBuffer bytes, int command, int length) {
        int start = bytes.position();
        int family = (bytes.get(start + 13) & 0xFF) >> 4;
        int width = family == 1 ? 4 : family == 2 ? 16 : 0;
        if (command == 0x21 && length < 2 * width + (width == 0 ? 0 : 4)) {
            return new Malformed("too short for its addresses");
        }
        bytes.position(start + 16 + length);
        if (command == 0x20 || width == 0) {
            return new Header(null);
        }
        byte[] source = new byte[width];
        bytes.get(start + 16, source);
        return new Header(Address.of(source));
    }
}
