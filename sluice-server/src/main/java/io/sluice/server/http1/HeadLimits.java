package io.sluice.server.http1;

/**
 * How large a head may be.
 *
 * @param line bytes of the first line
 * @param head bytes of all lines
 * @param fields header lines
 */
public record HeadLimits(int line, int head, int fields) {
    /** 8 KB, 16 KB and 100 lines. */
    public static final HeadLimits USUAL = new HeadLimits(8_192, 16_384, 100);

    public HeadLimits {
        if (line < 16 || head < line || fields < 1) {
            throw new IllegalArgumentException(
                    "a head needs at least 16 bytes for its line, room for the line, and one header; not " + line + ", "
                            + head + ", " + fields);
        }
    }

    /** With at most so many bytes in all, of which the first line may take half. */
    public static HeadLimits of(int head, int fields) {
        return new HeadLimits(Math.max(16, head / 2), head, fields);
    }
}
