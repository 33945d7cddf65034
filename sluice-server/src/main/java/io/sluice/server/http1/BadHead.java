package io.sluice.server.http1;

/**
 * Why a head is not taken.
 *
 * @param status what its sender is told: 400, 405, 414, 431 or 505
 * @param detail a sentence for the sender
 */
public record BadHead(int status, String detail) {
    public static final BadHead MANY = new BadHead(431, "There are too many header fields.");

    public static BadHead request(String detail) {
        return new BadHead(400, detail);
    }
}
