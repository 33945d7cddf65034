package io.sluice.http.answer;

import io.sluice.http.field.Standing;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A {@code google.rpc.Status} with {@code RetryInfo} and {@code QuotaFailure}, in the wire format of protocol buffers. */
final class RpcStatus {
    private static final String TYPES = "type.googleapis.com/google.rpc.";
    private static final long SECOND = 1_000_000_000;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private RpcStatus() {}

    static byte[] of(int code, String message, Standing standing) {
        RpcStatus violation = new RpcStatus().text(1, standing.name()).text(2, message);
        RpcStatus status = new RpcStatus().number(1, code).text(2, message);
        if (standing.retryAfterSeconds().isPresent()) {
            RpcStatus delay = new RpcStatus()
                    .number(1, standing.retryAfterNanos() / SECOND)
                    .number(2, standing.retryAfterNanos() % SECOND);
            status.message(3, any("RetryInfo", new RpcStatus().message(1, delay)));
        }
        return status.message(3, any("QuotaFailure", new RpcStatus().message(1, violation)))
                .bytes
                .toByteArray();
    }

    private static RpcStatus any(String type, RpcStatus value) {
        return new RpcStatus().text(1, TYPES + type).message(2, value);
    }

    private RpcStatus number(int field, long value) {
        varint((long) field << 3);
        varint(value);
        return this;
    }

    private RpcStatus text(int field, String value) {
        return delimited(field, value.getBytes(StandardCharsets.UTF_8));
    }

    private RpcStatus message(int field, RpcStatus value) {
        return delimited(field, value.bytes.toByteArray());
    }

    private RpcStatus delimited(int field, byte[] value) {
        varint((long) field << 3 | 2);
        varint(value.length);
        bytes.writeBytes(value);
        return this;
    }

    private void varint(long value) {
        long rest = value;
        while (rest >>> 7 != 0) {
            bytes.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
    }
}
