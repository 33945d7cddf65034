package io.sluice.server.gateway.http2;

import static io.sluice.server.gateway.http2.Blocks.FIELD;
import static io.sluice.server.gateway.http2.Blocks.away;
import static io.sluice.server.gateway.http2.Blocks.get;
import static io.sluice.server.gateway.http2.Blocks.hex;
import static io.sluice.server.gateway.http2.Blocks.join;
import static io.sluice.server.gateway.http2.Blocks.number;
import static io.sluice.server.gateway.http2.Blocks.priority;
import static io.sluice.server.gateway.http2.Blocks.setting;
import static io.sluice.server.gateway.http2.FrameClient.ACK;
import static io.sluice.server.gateway.http2.FrameClient.CONTINUATION;
import static io.sluice.server.gateway.http2.FrameClient.DATA;
import static io.sluice.server.gateway.http2.FrameClient.END_HEADERS;
import static io.sluice.server.gateway.http2.FrameClient.END_STREAM;
import static io.sluice.server.gateway.http2.FrameClient.GO_AWAY;
import static io.sluice.server.gateway.http2.FrameClient.HEADERS;
import static io.sluice.server.gateway.http2.FrameClient.PADDED;
import static io.sluice.server.gateway.http2.FrameClient.PING;
import static io.sluice.server.gateway.http2.FrameClient.PRIORITY;
import static io.sluice.server.gateway.http2.FrameClient.PUSH_PROMISE;
import static io.sluice.server.gateway.http2.FrameClient.RESET;
import static io.sluice.server.gateway.http2.FrameClient.SETTINGS;
import static io.sluice.server.gateway.http2.ProtocolCase.COMPRESSION_ERROR;
import static io.sluice.server.gateway.http2.ProtocolCase.FLOW_CONTROL_ERROR;
import static io.sluice.server.gateway.http2.ProtocolCase.FRAME_SIZE_ERROR;
import static io.sluice.server.gateway.http2.ProtocolCase.PROTOCOL_ERROR;
import static io.sluice.server.gateway.http2.ProtocolCase.answered;
import static io.sluice.server.gateway.http2.ProtocolCase.connectionError;
import static io.sluice.server.gateway.http2.ProtocolCase.goesOn;
import static io.sluice.server.gateway.http2.ProtocolCase.streamError;

/** What RFC 9113, 4 and 6 say about frames; the number of the section comes first. */
final class FrameCases extends CaseList {
    private static final int INITIAL_WINDOW_SIZE = 4;

    FrameCases() {
        framing();
        headBlocks();
        frameTypes();
        settings();
        continuations();
    }

    private void framing() {
        add("4.1 an unknown type", c -> connection(c, UNKNOWN, 0, new byte[8]), goesOn());
        add("4.1 an unknown type on a stream", c -> then(c, silent(c), UNKNOWN, 0, new byte[8]), goesOn());
        add("4.1 unknown flags", c -> connection(c, PING, 0x16, new byte[8]), acknowledged(2));
        add(
                "4.1 the reserved bit",
                c -> {
                    c.frame(PING, 0, 0x80000000, new byte[8]);
                    return c.at(0);
                },
                acknowledged(2));
        add(
                "4.2 DATA of the largest size",
                c -> then(c, upload(c), DATA, END_STREAM, new byte[LARGEST_FRAME]),
                answered());
        add(
                "4.2 DATA that is too large",
                c -> then(c, upload(c), DATA, END_STREAM, new byte[LARGEST_FRAME + 1]),
                streamError(FRAME_SIZE_ERROR));
        add(
                "4.2 HEADERS that are too large",
                c -> open(c, HEAD, new byte[LARGEST_FRAME + 1]),
                connectionError(FRAME_SIZE_ERROR));
    }

    private void headBlocks() {
        add("4.3 a block that breaks off", c -> open(c, HEAD, hex("40 0a 61")), connectionError(COMPRESSION_ERROR));
        add(
                "4.3 PRIORITY within a block",
                c -> then(c, open(c, END_STREAM, get()), PRIORITY, 0, priority(0, 255)),
                connectionError(PROTOCOL_ERROR));
        add(
                "4.3 HEADERS of another stream within a block",
                c -> {
                    open(c, END_STREAM, get());
                    return open(c, HEAD, get());
                },
                connectionError(PROTOCOL_ERROR));
    }

    private void frameTypes() {
        add("6.1 DATA of stream 0", c -> connection(c, DATA, END_STREAM, new byte[4]), connectionError(PROTOCOL_ERROR));
        add(
                "6.1 DATA with more padding than content",
                c -> then(c, upload(c), DATA, END_STREAM | PADDED, hex("06 61")),
                connectionError(PROTOCOL_ERROR));
        add("6.2 HEADERS of stream 0", c -> connection(c, HEADERS, HEAD, get()), connectionError(PROTOCOL_ERROR));
        add(
                "6.2 HEADERS with more padding than content",
                c -> open(c, HEAD | PADDED, join(hex("7f"), get())),
                connectionError(PROTOCOL_ERROR));
        add(
                "6.3 PRIORITY of stream 0",
                c -> connection(c, PRIORITY, 0, priority(1, 255)),
                connectionError(PROTOCOL_ERROR));
        add(
                "6.3 PRIORITY of a wrong size",
                c -> then(c, silent(c), PRIORITY, 0, new byte[4]),
                streamError(FRAME_SIZE_ERROR));
        add("6.4 RST_STREAM of stream 0", c -> connection(c, RESET, 0, number(8)), connectionError(PROTOCOL_ERROR));
        add(
                "6.4 RST_STREAM of a wrong size",
                c -> then(c, silent(c), RESET, 0, new byte[3]),
                connectionError(FRAME_SIZE_ERROR));
        add(
                "6.6 PUSH_PROMISE",
                c -> then(c, silent(c), PUSH_PROMISE, END_HEADERS, join(number(2), get())),
                connectionError(PROTOCOL_ERROR));
        add("6.7 PING is answered", c -> connection(c, PING, 0, new byte[8]), acknowledged(2));
        add("6.7 PING that answers is not answered", c -> connection(c, PING, ACK, new byte[8]), acknowledged(1));
        add("6.7 PING of a stream", c -> then(c, c.next(), PING, 0, new byte[8]), connectionError(PROTOCOL_ERROR));
        add("6.7 PING of a wrong size", c -> connection(c, PING, 0, new byte[7]), connectionError(FRAME_SIZE_ERROR));
        add("6.8 GOAWAY of a stream", c -> then(c, c.next(), GO_AWAY, 0, away(0, 0)), connectionError(PROTOCOL_ERROR));
        add("7 GOAWAY with an unknown error", c -> connection(c, GO_AWAY, 0, away(0, 0xFF)), (c, stream) -> {});
        add("7 RST_STREAM with an unknown error", c -> then(c, silent(c), RESET, 0, number(0xFF)), goesOn());
    }

    private void settings() {
        add(
                "6.5 SETTINGS that answer and say something",
                c -> connection(c, SETTINGS, ACK, setting(3, 100)),
                connectionError(FRAME_SIZE_ERROR));
        add(
                "6.5 SETTINGS of a stream",
                c -> then(c, c.next(), SETTINGS, 0, setting(3, 100)),
                connectionError(PROTOCOL_ERROR));
        add(
                "6.5 SETTINGS of a wrong size",
                c -> connection(c, SETTINGS, 0, new byte[3]),
                connectionError(FRAME_SIZE_ERROR));
        add("6.5.2 ENABLE_PUSH of 2", c -> connection(c, SETTINGS, 0, setting(2, 2)), connectionError(PROTOCOL_ERROR));
        add(
                "6.5.2 INITIAL_WINDOW_SIZE above the largest",
                c -> connection(c, SETTINGS, 0, setting(4, 1L << 31)),
                connectionError(FLOW_CONTROL_ERROR));
        add(
                "6.5.2 MAX_FRAME_SIZE below the smallest",
                c -> connection(c, SETTINGS, 0, setting(5, LARGEST_FRAME - 1)),
                connectionError(PROTOCOL_ERROR));
        add(
                "6.5.2 MAX_FRAME_SIZE above the largest",
                c -> connection(c, SETTINGS, 0, setting(5, 1 << 24)),
                connectionError(PROTOCOL_ERROR));
        add("6.5.2 an unknown setting", c -> connection(c, SETTINGS, 0, setting(0xFF, 1)), acknowledged(2));
        add(
                "6.5.3 the last of two values counts",
                c -> {
                    connection(
                            c, SETTINGS, 0, join(setting(INITIAL_WINDOW_SIZE, 100), setting(INITIAL_WINDOW_SIZE, 1)));
                    return open(c, HEAD, get());
                },
                sends(1));
        add("6.5.3 SETTINGS are answered", c -> connection(c, SETTINGS, 0, setting(3, 100)), acknowledged(2));
    }

    private void continuations() {
        add(
                "6.10 a frame within a block",
                c -> {
                    FrameAnswer stream = open(c, END_STREAM, get());
                    then(c, stream, CONTINUATION, 0, FIELD);
                    return then(c, stream, DATA, END_STREAM, new byte[1]);
                },
                connectionError(PROTOCOL_ERROR));
        add(
                "6.10 CONTINUATION of stream 0",
                c -> {
                    open(c, END_STREAM, get());
                    return connection(c, CONTINUATION, END_HEADERS, FIELD);
                },
                connectionError(PROTOCOL_ERROR));
        add(
                "6.10 CONTINUATION behind a whole head",
                c -> then(c, silent(c), CONTINUATION, END_HEADERS, FIELD),
                connectionError(PROTOCOL_ERROR));
        add(
                "6.10 CONTINUATION behind the last one",
                c -> {
                    FrameAnswer stream = open(c, END_STREAM, get());
                    then(c, stream, CONTINUATION, END_HEADERS, FIELD);
                    return then(c, stream, CONTINUATION, END_HEADERS, FIELD);
                },
                connectionError(PROTOCOL_ERROR));
        add(
                "6.10 CONTINUATION behind DATA",
                c -> {
                    FrameAnswer stream = upload(c);
                    then(c, stream, DATA, 0, new byte[1]);
                    return then(c, stream, CONTINUATION, END_HEADERS, FIELD);
                },
                connectionError(PROTOCOL_ERROR));
    }
}
