package io.sluice.server.gateway.http2;

import static io.sluice.server.gateway.http2.Blocks.FIELD;
import static io.sluice.server.gateway.http2.Blocks.get;
import static io.sluice.server.gateway.http2.Blocks.join;
import static io.sluice.server.gateway.http2.Blocks.never;
import static io.sluice.server.gateway.http2.Blocks.number;
import static io.sluice.server.gateway.http2.Blocks.priority;
import static io.sluice.server.gateway.http2.Blocks.setting;
import static io.sluice.server.gateway.http2.FrameClient.CONTINUATION;
import static io.sluice.server.gateway.http2.FrameClient.DATA;
import static io.sluice.server.gateway.http2.FrameClient.END_HEADERS;
import static io.sluice.server.gateway.http2.FrameClient.END_STREAM;
import static io.sluice.server.gateway.http2.FrameClient.HEADERS;
import static io.sluice.server.gateway.http2.FrameClient.PING;
import static io.sluice.server.gateway.http2.FrameClient.PRIORITY;
import static io.sluice.server.gateway.http2.FrameClient.RESET;
import static io.sluice.server.gateway.http2.FrameClient.SETTINGS;
import static io.sluice.server.gateway.http2.FrameClient.WINDOW_UPDATE;
import static io.sluice.server.gateway.http2.FrameClient.WITH_PRIORITY;
import static io.sluice.server.gateway.http2.ProtocolCase.FLOW_CONTROL_ERROR;
import static io.sluice.server.gateway.http2.ProtocolCase.FRAME_SIZE_ERROR;
import static io.sluice.server.gateway.http2.ProtocolCase.PROTOCOL_ERROR;
import static io.sluice.server.gateway.http2.ProtocolCase.REFUSED_STREAM;
import static io.sluice.server.gateway.http2.ProtocolCase.STREAM_CLOSED;
import static io.sluice.server.gateway.http2.ProtocolCase.connectionError;
import static io.sluice.server.gateway.http2.ProtocolCase.streamError;
import static io.sluice.server.gateway.http2.ProtocolCase.until;

/** What RFC 9113, 5 and 6.9 say about streams and windows; RFC 7540, 5.3 about priorities. */
final class StreamCases extends CaseList {
    private static final int INITIAL_WINDOW_SIZE = 4;

    StreamCases() {
        streamStates();
        streamNumbers();
        windows();
    }

    private void streamStates() {
        add(
                "5.1 idle: DATA",
                c -> then(c, c.next(), DATA, END_STREAM, new byte[4]),
                connectionError(PROTOCOL_ERROR, STREAM_CLOSED));
        add("5.1 idle: RST_STREAM", c -> then(c, c.next(), RESET, 0, number(8)), connectionError(PROTOCOL_ERROR));
        add(
                "5.1 idle: WINDOW_UPDATE",
                c -> then(c, c.next(), WINDOW_UPDATE, 0, number(1)),
                connectionError(PROTOCOL_ERROR));
        add(
                "5.1 idle: CONTINUATION",
                c -> then(c, c.next(), CONTINUATION, END_HEADERS, FIELD),
                connectionError(PROTOCOL_ERROR));
        add(
                "5.1 half-closed: DATA",
                c -> then(c, silent(c), DATA, END_STREAM, new byte[4]),
                streamError(STREAM_CLOSED));
        add("5.1 half-closed: HEADERS", c -> then(c, silent(c), HEADERS, HEAD, get()), streamError(STREAM_CLOSED));
        add(
                "5.1 half-closed: CONTINUATION",
                c -> then(c, silent(c), CONTINUATION, END_HEADERS, FIELD),
                connectionError(STREAM_CLOSED, PROTOCOL_ERROR));
        add("5.1 reset: DATA", c -> then(c, reset(c), DATA, END_STREAM, new byte[4]), streamError(STREAM_CLOSED));
        add("5.1 reset: HEADERS", c -> then(c, reset(c), HEADERS, HEAD, get()), streamError(STREAM_CLOSED));
        add(
                "5.1 reset: CONTINUATION",
                c -> then(c, reset(c), CONTINUATION, END_HEADERS, FIELD),
                connectionError(STREAM_CLOSED, PROTOCOL_ERROR));
        add("5.1 closed: DATA", c -> then(c, closed(c), DATA, END_STREAM, new byte[4]), streamError(STREAM_CLOSED));
        add("5.1 closed: HEADERS", c -> then(c, closed(c), HEADERS, HEAD, get()), connectionError(STREAM_CLOSED));
        add(
                "5.1 closed: CONTINUATION",
                c -> then(c, closed(c), CONTINUATION, END_HEADERS, FIELD),
                connectionError(STREAM_CLOSED, PROTOCOL_ERROR));
        add(
                "5.3.1 HEADERS that depend on themselves",
                c -> {
                    FrameAnswer stream = c.next();
                    return then(c, stream, HEADERS, HEAD | WITH_PRIORITY, join(priority(stream.stream, 255), get()));
                },
                streamError(PROTOCOL_ERROR));
        add(
                "5.3.1 PRIORITY of an idle stream on itself",
                c -> {
                    FrameAnswer stream = c.next();
                    return then(c, stream, PRIORITY, 0, priority(stream.stream, 255));
                },
                streamError(PROTOCOL_ERROR));
        add(
                "5.3.1 PRIORITY of an open stream on itself",
                c -> {
                    FrameAnswer stream = silent(c);
                    return then(c, stream, PRIORITY, 0, priority(stream.stream, 255));
                },
                streamError(PROTOCOL_ERROR));
        add(
                "5.4.1 an error ends the connection",
                c -> connection(c, PING, 0, new byte[6]),
                connectionError(FRAME_SIZE_ERROR));
        add(
                "5.5 an unknown type within a block",
                c -> then(c, open(c, END_STREAM, get()), UNKNOWN, 0, new byte[8]),
                connectionError(PROTOCOL_ERROR));
    }

    private void streamNumbers() {
        add("5.1.1 an even number", c -> then(c, c.at(2), HEADERS, HEAD, get()), connectionError(PROTOCOL_ERROR));
        add(
                "5.1.1 an even number below an open stream",
                c -> {
                    then(c, c.at(5), HEADERS, HEAD, never());
                    return then(c, c.at(2), HEADERS, HEAD, get());
                },
                connectionError(PROTOCOL_ERROR));
        add(
                "5.1.1 a number below that of an open stream",
                c -> {
                    then(c, c.at(5), HEADERS, HEAD, never());
                    return then(c, c.at(3), HEADERS, HEAD, get());
                },
                connectionError(PROTOCOL_ERROR));
        add(
                "5.1.1 the first number, behind a higher one",
                c -> {
                    then(c, c.at(3), HEADERS, HEAD, get()).whole();
                    return then(c, c.at(1), HEADERS, HEAD, get());
                },
                connectionError(PROTOCOL_ERROR));
        add(
                "5.1.1 numbers that are passed over",
                c -> {
                    then(c, c.at(5), HEADERS, HEAD, get()).whole();
                    return then(c, c.at(11), HEADERS, HEAD, get());
                },
                (c, stream) -> {
                    if (stream.whole().status() != 200) {
                        throw new AssertionError(stream.status());
                    }
                });
        add(
                "5.1.2 more streams than allowed",
                c -> {
                    FrameAnswer stream = silent(c);
                    for (int i = 0; i < ObjectSettings.DEFAULT.streams(); i++) {
                        stream = silent(c);
                    }
                    return stream;
                },
                streamError(PROTOCOL_ERROR, REFUSED_STREAM));
        add(
                "5.1.2 what belongs to a stream more than allowed",
                c -> {
                    FrameAnswer first = silent(c);
                    for (int i = 1; i < ObjectSettings.DEFAULT.streams(); i++) {
                        silent(c);
                    }
                    FrameAnswer stream = upload(c);
                    then(c, stream, DATA, 0, new byte[4]);
                    then(c, stream, WINDOW_UPDATE, 0, number(1));
                    then(c, stream, HEADERS, HEAD, FIELD);
                    then(c, stream, RESET, 0, number(8));
                    c.reset(first.stream);
                    return stream;
                },
                until("a reset", (client, stream) -> stream.reset == REFUSED_STREAM));
    }

    private void windows() {
        add(
                "6.9 WINDOW_UPDATE of the connection by 0",
                c -> connection(c, WINDOW_UPDATE, 0, number(0)),
                connectionError(PROTOCOL_ERROR));
        add(
                "6.9 WINDOW_UPDATE of a stream by 0",
                c -> then(c, silent(c), WINDOW_UPDATE, 0, number(0)),
                streamError(PROTOCOL_ERROR));
        add(
                "6.9 WINDOW_UPDATE of a wrong size",
                c -> connection(c, WINDOW_UPDATE, 0, new byte[3]),
                connectionError(FRAME_SIZE_ERROR));
        add(
                "6.9.1 a window of 1",
                c -> {
                    connection(c, SETTINGS, 0, setting(INITIAL_WINDOW_SIZE, 1));
                    return open(c, HEAD, get());
                },
                sends(1));
        add(
                "6.9.1 a window of the connection above the largest",
                c -> {
                    connection(c, WINDOW_UPDATE, 0, number(Integer.MAX_VALUE));
                    return connection(c, WINDOW_UPDATE, 0, number(Integer.MAX_VALUE));
                },
                connectionError(FLOW_CONTROL_ERROR));
        add(
                "6.9.1 a window of a stream above the largest",
                c -> {
                    FrameAnswer stream = silent(c);
                    then(c, stream, WINDOW_UPDATE, 0, number(Integer.MAX_VALUE));
                    return then(c, stream, WINDOW_UPDATE, 0, number(Integer.MAX_VALUE));
                },
                streamError(FLOW_CONTROL_ERROR));
        add(
                "6.9.2 a window that grows",
                c -> {
                    connection(c, SETTINGS, 0, setting(INITIAL_WINDOW_SIZE, 0));
                    FrameAnswer stream = open(c, HEAD, get());
                    FrameClient.await("a head", () -> !stream.heads.isEmpty());
                    connection(c, SETTINGS, 0, setting(INITIAL_WINDOW_SIZE, 1));
                    return stream;
                },
                sends(1));
        add(
                "6.9.2 a window below zero",
                c -> {
                    connection(c, SETTINGS, 0, setting(INITIAL_WINDOW_SIZE, 3));
                    FrameAnswer stream = open(c, HEAD, get());
                    FrameClient.await("three bytes", () -> stream.size() == 3);
                    connection(c, SETTINGS, 0, setting(INITIAL_WINDOW_SIZE, 2));
                    return then(c, stream, WINDOW_UPDATE, 0, number(2));
                },
                sends(4));
        add(
                "6.9.2 a window above the largest through SETTINGS",
                c -> {
                    then(c, silent(c), WINDOW_UPDATE, 0, number(1));
                    return connection(c, SETTINGS, 0, setting(INITIAL_WINDOW_SIZE, 0xFFFFFFFFL));
                },
                connectionError(FLOW_CONTROL_ERROR));
    }
}
