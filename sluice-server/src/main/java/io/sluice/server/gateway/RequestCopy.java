package io.sluice.server.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.http1.FieldLines;
import io.sluice.server.http1.FieldName;
import io.sluice.server.http1.RequestHead;

/**
 * The head of a request as a target gets it: without what ends at this connection, and with our word on where it came from. Lines that stay are copied as they are, many at
 * a time.
 */
final class RequestCopy {
    private static final byte[] HTTP_11 = " HTTP/1.1\r\nHost: ".getBytes(US_ASCII);
    private static final byte[] HTTP_10 = " HTTP/1.0\r\nHost: ".getBytes(US_ASCII);
    private static final byte[] LINE_END = "\r\n".getBytes(US_ASCII);
    private static final byte[] WEBSOCKET = "Connection: Upgrade\r\nUpgrade: websocket\r\n".getBytes(US_ASCII);
    private static final byte[] REDUCED = "X-RateLimit-Reduced: true\r\n".getBytes(US_ASCII);
    private static final byte[] FOR = "X-Forwarded-For: ".getBytes(US_ASCII);
    private static final byte[] HOST = "X-Forwarded-Host: ".getBytes(US_ASCII);
    private static final byte[] PROTO = "X-Forwarded-Proto: ".getBytes(US_ASCII);

    private RequestCopy() {}

    static void write(ByteBuf out, RequestHead request, Target target, ForwardingClient client, boolean reduced) {
        FieldLines fields = request.fields();
        byte[] bytes = fields.bytes();
        writeLine(out, request, bytes);
        writeHost(out, request, target, bytes);
        copy(out, request, fields, client.isTrusted());
        writeForwarding(out, request, client, fields);
        if (reduced) {
            out.writeBytes(REDUCED);
        }
        if (request.asksForWebSocket()) {
            out.writeBytes(WEBSOCKET);
        }
        out.writeBytes(LINE_END);
    }

    private static void writeLine(ByteBuf out, RequestHead request, byte[] bytes) {
        ByteBufUtil.writeAscii(out, request.method());
        out.writeByte(' ');
        int start = request.targetStart();
        if (start == request.targetEnd() || bytes[start] == '?') {
            out.writeByte(request.path().charAt(0));
        }
        out.writeBytes(bytes, start, request.targetEnd() - start);
        out.writeBytes(request.isHttp10() ? HTTP_10 : HTTP_11);
    }

    private static void writeHost(ByteBuf out, RequestHead request, Target target, byte[] bytes) {
        String host = target.host();
        int start = request.hostStart();
        int length = request.hostEnd() - start;
        if (host == null && length > 0) {
            out.writeBytes(bytes, start, length);
        } else {
            ByteBufUtil.writeAscii(out, host == null ? target.authority() : host);
        }
        out.writeBytes(LINE_END);
    }

    private static void copy(ByteBuf out, RequestHead request, FieldLines fields, boolean trusted) {
        int from = 0;
        int size = fields.size();
        for (int line = 0; line < size; line++) {
            if (!passes(request, fields, line, trusted)) {
                fields.copy(out, from, line);
                from = line + 1;
            }
        }
        fields.copy(out, from, size);
    }

    private static boolean passes(RequestHead request, FieldLines fields, int line, boolean trusted) {
        FieldName name = fields.name(line);
        return switch (name) {
            case OTHER, TRAILER -> !request.endsHere(line);
            case CONTENT_LENGTH, TRANSFER_ENCODING, DATE -> true;
            case EXPECT -> !request.isHttp10();
            case FORWARDED, X_FORWARDED_PORT, X_FORWARDED_PREFIX, X_REAL_IP -> trusted;
            default -> false;
        };
    }

    private static void writeForwarding(ByteBuf out, RequestHead request, ForwardingClient client, FieldLines fields) {
        boolean trusted = client.isTrusted();
        int before = trusted ? fields.find(FieldName.X_FORWARDED_FOR, 0) : -1;
        if (before < 0) {
            out.writeBytes(client.forLine());
        } else {
            out.writeBytes(FOR);
            for (int line = before; line >= 0; line = fields.find(FieldName.X_FORWARDED_FOR, line + 1)) {
                fields.copyValue(out, line);
                out.writeByte(',').writeByte(' ');
            }
            out.writeBytes(client.peerText()).writeBytes(LINE_END);
        }
        int proto = trusted ? fields.find(FieldName.X_FORWARDED_PROTO, 0) : -1;
        if (proto < 0) {
            out.writeBytes(client.protoLine());
        } else {
            out.writeBytes(PROTO);
            fields.copyValue(out, proto);
            out.writeBytes(LINE_END);
        }
        int host = trusted ? fields.find(FieldName.X_FORWARDED_HOST, 0) : -1;
        int length = request.hostEnd() - request.hostStart();
        if (host >= 0) {
            out.writeBytes(HOST);
            fields.copyValue(out, host);
            out.writeBytes(LINE_END);
        } else if (length > 0) {
            out.writeBytes(HOST);
            out.writeBytes(fields.bytes(), request.hostStart(), length);
            out.writeBytes(LINE_END);
        }
    }
}
