package io.sluice.server.api;

import java.io.ByteArrayOutputStream;

/** A chunked body that has been found to be in order, put together. */
final class Chunks {
    private Chunks() {}

    static byte[] joined(byte[] chunked) {
        ByteArrayOutputStream all = new ByteArrayOutputStream(chunked.length);
        int at = 0;
        for (int size = -1; size != 0; ) {
            size = 0;
            for (; chunked[at] != '\r'; at++) {
                size = size * 16 + Character.digit(chunked[at], 16);
            }
            at += 2;
            all.write(chunked, at, size);
            at += size + 2;
        }
        return all.toByteArray();
    }
}
