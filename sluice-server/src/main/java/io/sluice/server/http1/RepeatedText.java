package io.sluice.server.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;

/** Text of bytes that are often the same as before, and then is the same object. */
final class RepeatedText {
    private byte[] bytes = {};
    private String text = "";

    String of(byte[] all, int from, int to) {
        if (!Octets.equal(all, from, to, bytes)) {
            bytes = Arrays.copyOfRange(all, from, to);
            text = new String(bytes, ISO_8859_1);
        }
        return text;
    }
}
