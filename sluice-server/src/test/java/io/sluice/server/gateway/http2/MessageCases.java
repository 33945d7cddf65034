package io.sluice.server.gateway.http2;

import static io.sluice.server.gateway.http2.Blocks.FIELD;
import static io.sluice.server.gateway.http2.Blocks.get;
import static io.sluice.server.gateway.http2.Blocks.hex;
import static io.sluice.server.gateway.http2.Blocks.join;
import static io.sluice.server.gateway.http2.FrameClient.DATA;
import static io.sluice.server.gateway.http2.FrameClient.END_HEADERS;
import static io.sluice.server.gateway.http2.FrameClient.END_STREAM;
import static io.sluice.server.gateway.http2.FrameClient.HEADERS;
import static io.sluice.server.gateway.http2.ProtocolCase.COMPRESSION_ERROR;
import static io.sluice.server.gateway.http2.ProtocolCase.PROTOCOL_ERROR;
import static io.sluice.server.gateway.http2.ProtocolCase.connectionError;
import static io.sluice.server.gateway.http2.ProtocolCase.refused;
import static io.sluice.server.gateway.http2.ProtocolCase.streamError;
import static io.sluice.server.gateway.http2.ProtocolCase.until;

import java.io.IOException;
import java.util.Arrays;

/** What RFC 9113, 8 says about requests, and RFC 7541 about their compression. */
final class MessageCases extends CaseList {
    MessageCases() {
        messages();
        compression();
    }

    private void messages() {
        add(
                "8.1 a second head without an end",
                c -> then(c, upload(c), HEADERS, END_HEADERS, FIELD),
                streamError(PROTOCOL_ERROR));
        add("8.2.1 a name in upper case", c -> c.get("/", "X-TEST", "ok"), streamError(PROTOCOL_ERROR));
        add(
                "8.2.1 what follows a head with a name in upper case",
                c -> {
                    FrameAnswer stream = c.request("POST", "/hash", 0, "X-TEST", "ok");
                    then(c, stream, DATA, 0, new byte[4]);
                    return then(c, stream, DATA, END_STREAM, new byte[4]);
                },
                until("a reset", (client, stream) -> stream.reset == PROTOCOL_ERROR));
        add("8.2.1 a line feed in a value", c -> c.get("/", "x", "a\nb"), streamError(PROTOCOL_ERROR));
        add(
                "8.2.2 a field of the connection",
                c -> c.get("/", "connection", "keep-alive"),
                streamError(PROTOCOL_ERROR));
        add("8.2.2 transfer-encoding", c -> c.get("/", "transfer-encoding", "chunked"), streamError(PROTOCOL_ERROR));
        add("8.2.2 te of other than trailers", c -> c.get("/", "te", "trailers, deflate"), streamError(PROTOCOL_ERROR));
        add("8.3 an unknown pseudo-header", c -> c.get("/", ":test", "ok"), streamError(PROTOCOL_ERROR));
        add("8.3 a pseudo-header of answers", c -> c.get("/", ":status", "200"), streamError(PROTOCOL_ERROR));
        add(
                "8.3 a pseudo-header in trailers",
                c -> then(c, upload(c), HEADERS, HEAD, hex("82")),
                streamError(PROTOCOL_ERROR));
        add("8.3 a pseudo-header behind a field", c -> open(c, HEAD, join(FIELD, get())), streamError(PROTOCOL_ERROR));
        add(
                "8.3.1 an empty :path",
                c -> head(c, ":method", "GET", ":scheme", "http", ":path", ""),
                streamError(PROTOCOL_ERROR));
        add("8.3.1 no :method", c -> head(c, ":scheme", "http", ":path", "/"), refused());
        add("8.3.1 no :scheme", c -> head(c, ":method", "GET", ":path", "/"), refused());
        add("8.3.1 no :path", c -> head(c, ":method", "GET", ":scheme", "http"), refused());
        add("8.3.1 two of :method", c -> c.get("/", ":method", "GET"), streamError(PROTOCOL_ERROR));
        add("8.3.1 two of :scheme", c -> c.get("/", ":scheme", "http"), streamError(PROTOCOL_ERROR));
        add("8.3.1 two of :path", c -> c.get("/", ":path", "/"), streamError(PROTOCOL_ERROR));
        add("8.3.1 two of :authority", c -> c.get("/", ":authority", "localhost"), streamError(PROTOCOL_ERROR));
        add(
                "8.1.1 a body of another length",
                c -> {
                    FrameAnswer stream = c.request("POST", "/hash", 0, "content-length", "1");
                    return then(c, stream, DATA, END_STREAM, new byte[4]);
                },
                streamError(PROTOCOL_ERROR));
        add(
                "8.1.1 frames of another length in all",
                c -> {
                    FrameAnswer stream = c.request("POST", "/hash", 0, "content-length", "1");
                    then(c, stream, DATA, 0, new byte[4]);
                    return then(c, stream, DATA, END_STREAM, new byte[4]);
                },
                streamError(PROTOCOL_ERROR));
    }

    private void compression() {
        String[][] ways = {
            {"2.3.3 a field of a number that is not in the table", "c6"},
            {"2.3.3 a name of a number that is not in the table", "7f 07 01 61"},
            {"4.2 a smaller table at the end", "20"},
            {"5.2 more than seven bits of padding", "00 01 61 82 1f ff"},
            {"5.2 padding of zeros", "00 01 61 81 18"},
            {"5.2 the symbol of the end", "00 01 61 84 ff ff ff ff"},
            {"6.1 a field of number 0", "80"},
        };
        for (String[] way : ways) {
            add("HPACK " + way[0], c -> open(c, HEAD, get(hex(way[1]))), connectionError(COMPRESSION_ERROR));
        }
        add(
                "HPACK 6.3 a larger table than allowed",
                c -> open(c, HEAD, join(hex("3f e1 ff 03"), get())),
                connectionError(COMPRESSION_ERROR));
    }

    private static FrameAnswer head(FrameClient client, String... pseudo) throws IOException {
        String[] all = Arrays.copyOf(pseudo, pseudo.length + 2);
        all[pseudo.length] = ":authority";
        all[pseudo.length + 1] = "localhost";
        return client.raw(END_STREAM, all);
    }
}
