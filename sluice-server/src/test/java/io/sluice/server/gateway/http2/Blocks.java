package io.sluice.server.gateway.http2;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Payloads of frames, byte for byte. */
final class Blocks {
    /** The literal name and value {@code a: a}, which does not enter the table. */
    static final byte[] FIELD = hex("00 01 61 01 61");

    private Blocks() {}

    static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** The head of {@code GET /} on localhost over http, with what else is said. */
    static byte[] get(byte[]... more) {
        return join(hex("82 86 84"), authority(), join(more));
    }

    /** The head of {@code POST /hash}. */
    static byte[] post(byte[]... more) {
        return join(hex("83 86 04 05"), "/hash".getBytes(US_ASCII), authority(), join(more));
    }

    /** The head of a request that is never answered. */
    static byte[] never() {
        return join(hex("82 86 04 06"), "/never".getBytes(US_ASCII), authority());
    }

    private static byte[] authority() {
        return join(hex("01 09"), "localhost".getBytes(US_ASCII));
    }

    /** Behind the byte that says how much padding follows the content. */
    static byte[] padded(byte[] content, int padding) {
        return join(new byte[] {(byte) padding}, content, new byte[padding]);
    }

    /** What PRIORITY says, also in front of a head. */
    static byte[] priority(int on, int weight) {
        return ByteBuffer.allocate(5).putInt(on).put((byte) weight).array();
    }

    static byte[] setting(int name, long value) {
        return ByteBuffer.allocate(6).putShort((short) name).putInt((int) value).array();
    }

    static byte[] number(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    /** What GOAWAY says. */
    static byte[] away(int last, int error) {
        return ByteBuffer.allocate(8).putInt(last).putInt(error).array();
    }
}
