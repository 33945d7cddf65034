package io.sluice.http.answer;

import io.sluice.http.HttpRequest;
import io.sluice.http.field.Field;
import io.sluice.http.field.Standing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Refusals as gRPC has them: HTTP 200 and a status in the fields. A bare 429 would be taken for UNAVAILABLE, and tried again at once. */
final class GrpcAnswer {
    static final int INVALID_ARGUMENT = 3;
    static final int PERMISSION_DENIED = 7;
    static final int RESOURCE_EXHAUSTED = 8;

    private GrpcAnswer() {}

    static boolean isFor(HttpRequest request) {
        String type = request.header("Content-Type");
        return type != null && type.toLowerCase(Locale.ROOT).startsWith("application/grpc");
    }

    /** Without anything that only a client who was counted may know where {@code standing} is null. */
    static List<Field> fields(int status, String message, @Nullable Standing standing) {
        List<Field> fields = new ArrayList<>();
        fields.add(new Field("Content-Type", "application/grpc"));
        fields.add(Field.of("grpc-status", status));
        fields.add(new Field("grpc-message", percentEncoded(message)));
        if (standing != null) {
            fields.add(Field.of("grpc-retry-pushback-ms", pushbackMillis(standing)));
            byte[] details = RpcStatus.of(status, message, standing);
            fields.add(new Field(
                    "grpc-status-details-bin",
                    Base64.getEncoder().withoutPadding().encodeToString(details)));
        }
        return fields;
    }

    /** Negative: do not try again. */
    private static long pushbackMillis(Standing standing) {
        if (standing.retryAfterSeconds().isEmpty()) {
            return -1;
        }
        long nanos = standing.retryAfterNanos();
        return Math.min(Integer.MAX_VALUE, nanos / 1_000_000 + (nanos % 1_000_000 == 0 ? 0 : 1));
    }

    private static String percentEncoded(String message) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : message.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = b >= ' ' && b < 0x7F && b != '%';
            encoded.append(plain ? String.valueOf((char) b) : String.format("%%%02X", b & 0xFF));
        }
        return encoded.toString();
    }
}
