package io.sluice.redis.script;

import java.nio.charset.StandardCharsets;

/** Text and numbers as Redis sees them. */
final class Bytes {
    private Bytes() {}

    static byte[] of(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] of(long number) {
        return Long.toString(number).getBytes(StandardCharsets.ISO_8859_1);
    }
}
