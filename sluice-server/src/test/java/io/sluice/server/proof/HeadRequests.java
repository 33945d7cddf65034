package io.sluice.server.proof;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;

/** The bytes of HTTP/2 requests for heads. */
final class HeadRequests {
    /** With settings that are as usual. */
    static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0";

    private static final int IN_A_BATCH = 1_000;
    private static final int FRAME_HEAD = 9;
    private static final byte HEADERS = 1;
    private static final byte END_OF_HEAD_AND_STREAM = 5;
    /** {@code :method HEAD, :scheme http, :path /few, :authority a} */
    private static final byte[] FIELDS = "\2\4HEAD\u0086\4\4/few\1\1a".getBytes(ISO_8859_1);

    private HeadRequests() {}

    /** The next so many, on streams of their own. */
    static byte[] batch(int number) {
        ByteBuffer bytes = ByteBuffer.allocate(IN_A_BATCH * (FRAME_HEAD + FIELDS.length));
        for (int i = 0; i < IN_A_BATCH; i++) {
            bytes.put((byte) 0)
                    .putShort((short) FIELDS.length)
                    .put(HEADERS)
                    .put(END_OF_HEAD_AND_STREAM)
                    .putInt(2 * (number * IN_A_BATCH + i) + 1)
                    .put(FIELDS);
        }
        return bytes.array();
    }
}
