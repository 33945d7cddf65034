package io.sluice.server.gateway.http2;

import static io.sluice.server.gateway.http2.Blocks.FIELD;
import static io.sluice.server.gateway.http2.Blocks.away;
import static io.sluice.server.gateway.http2.Blocks.get;
import static io.sluice.server.gateway.http2.Blocks.hex;
import static io.sluice.server.gateway.http2.Blocks.join;
import static io.sluice.server.gateway.http2.Blocks.number;
import static io.sluice.server.gateway.http2.Blocks.padded;
import static io.sluice.server.gateway.http2.Blocks.priority;
import static io.sluice.server.gateway.http2.FrameClient.CONTINUATION;
import static io.sluice.server.gateway.http2.FrameClient.DATA;
import static io.sluice.server.gateway.http2.FrameClient.END_HEADERS;
import static io.sluice.server.gateway.http2.FrameClient.END_STREAM;
import static io.sluice.server.gateway.http2.FrameClient.GO_AWAY;
import static io.sluice.server.gateway.http2.FrameClient.HEADERS;
import static io.sluice.server.gateway.http2.FrameClient.PADDED;
import static io.sluice.server.gateway.http2.FrameClient.PING;
import static io.sluice.server.gateway.http2.FrameClient.PRIORITY;
import static io.sluice.server.gateway.http2.FrameClient.RESET;
import static io.sluice.server.gateway.http2.FrameClient.SETTINGS;
import static io.sluice.server.gateway.http2.FrameClient.WINDOW_UPDATE;
import static io.sluice.server.gateway.http2.FrameClient.WITH_PRIORITY;
import static io.sluice.server.gateway.http2.ProtocolCase.answered;
import static io.sluice.server.gateway.http2.ProtocolCase.goesOn;

/** What is allowed, and so has to be served. */
final class AllowedCases extends CaseList {
    AllowedCases() {
        framesThatAreFine();
        fieldsThatAreFine();
    }

    private void framesThatAreFine() {
        add("DATA", c -> then(c, upload(c), DATA, END_STREAM, new byte[4]), answered());
        add(
                "DATA in several frames",
                c -> {
                    FrameAnswer stream = upload(c);
                    then(c, stream, DATA, 0, new byte[4]);
                    then(c, stream, DATA, 0, new byte[4]);
                    return then(c, stream, DATA, END_STREAM, new byte[4]);
                },
                answered());
        add(
                "DATA with padding",
                c -> then(c, upload(c), DATA, END_STREAM | PADDED, padded(new byte[4], 6)),
                answered());
        add("HEADERS", c -> open(c, HEAD, get()), answered());
        add("HEADERS with padding", c -> open(c, HEAD | PADDED, padded(get(), 6)), answered());
        add("HEADERS with priority", c -> open(c, HEAD | WITH_PRIORITY, join(priority(0, 255), get())), answered());
        for (int weight : new int[] {0, 255}) {
            add(
                    "PRIORITY of weight " + (weight + 1),
                    c -> {
                        FrameAnswer stream = c.next();
                        then(c, stream, PRIORITY, 0, priority(0, weight));
                        return then(c, stream, HEADERS, HEAD, get());
                    },
                    answered());
        }
        add(
                "PRIORITY on another stream",
                c -> {
                    FrameAnswer stream = c.next();
                    then(c, stream, PRIORITY, 0, priority(7, 255));
                    return then(c, stream, HEADERS, HEAD, get());
                },
                answered());
        add(
                "PRIORITY on another stream alone",
                c -> {
                    FrameAnswer stream = c.next();
                    then(c, stream, PRIORITY, 0, priority(0x80000007, 255));
                    return then(c, stream, HEADERS, HEAD, get());
                },
                answered());
        add(
                "PRIORITY of an idle stream, then HEADERS of a lower one",
                c -> {
                    c.frame(PRIORITY, 0, 5, priority(0, 255));
                    return open(c, HEAD, get());
                },
                answered());
        add("RST_STREAM", CaseList::reset, goesOn());
        add("SETTINGS", c -> connection(c, SETTINGS, 0, new byte[0]), acknowledged(2));
        add("PING", c -> connection(c, PING, 0, new byte[8]), acknowledged(2));
        add("GOAWAY", c -> connection(c, GO_AWAY, 0, away(0, 0)), (c, stream) -> {});
        add("WINDOW_UPDATE of the connection", c -> connection(c, WINDOW_UPDATE, 0, number(1)), goesOn());
        add("WINDOW_UPDATE of a stream", c -> then(c, silent(c), WINDOW_UPDATE, 0, number(1)), goesOn());
        add(
                "CONTINUATION",
                c -> {
                    FrameAnswer stream = open(c, END_STREAM, get());
                    return then(c, stream, CONTINUATION, END_HEADERS, FIELD);
                },
                answered());
        add(
                "CONTINUATION in several frames",
                c -> {
                    FrameAnswer stream = open(c, END_STREAM, get());
                    then(c, stream, CONTINUATION, 0, FIELD);
                    return then(c, stream, CONTINUATION, END_HEADERS, FIELD);
                },
                answered());
        add("half-closed: WINDOW_UPDATE", c -> then(c, silent(c), WINDOW_UPDATE, 0, number(1)), goesOn());
        add("half-closed: PRIORITY", c -> then(c, silent(c), PRIORITY, 0, priority(0, 255)), goesOn());
        add("half-closed: RST_STREAM", c -> then(c, silent(c), RESET, 0, number(8)), goesOn());
        add("closed: PRIORITY", c -> then(c, closed(c), PRIORITY, 0, priority(0, 255)), goesOn());
        add("closed: WINDOW_UPDATE", c -> then(c, closed(c), WINDOW_UPDATE, 0, number(1)), goesOn());
        add("closed: RST_STREAM", c -> then(c, closed(c), RESET, 0, number(8)), goesOn());
        add("HEAD", c -> c.request("HEAD", "/", END_STREAM), answered());
        add(
                "POST with trailers",
                c -> {
                    FrameAnswer stream = upload(c);
                    then(c, stream, DATA, 0, new byte[4]);
                    return then(c, stream, HEADERS, HEAD, FIELD);
                },
                answered());
    }

    /** Each way in which RFC 7541, 6 can write a field. */
    private void fieldsThatAreFine() {
        String[][] ways = {
            {"added to the table, its name from the table", "7a 01 61"},
            {"added, name from the table, Huffman", "7a 81 1f"},
            {"added, new name", "40 01 61 01 61"},
            {"added, new name, Huffman", "40 81 1f 81 1f"},
            {"not added, name from the table", "0f 2b 01 61"},
            {"not added, name from the table, Huffman", "0f 2b 81 1f"},
            {"not added, new name", "00 01 61 01 61"},
            {"not added, new name, Huffman", "00 81 1f 81 1f"},
            {"never added, name from the table", "1f 2b 01 61"},
            {"never added, name from the table, Huffman", "1f 2b 81 1f"},
            {"never added, new name", "10 01 61 01 61"},
            {"never added, new name, Huffman", "10 81 1f 81 1f"},
            {"added, then from the table", "40 01 61 01 61 be"},
        };
        add("HPACK: fields from the table", c -> open(c, HEAD, get()), answered());
        for (String[] way : ways) {
            add("HPACK: a field " + way[0], c -> open(c, HEAD, get(hex(way[1]))), answered());
        }
        add("HPACK: a smaller table", c -> open(c, HEAD, join(hex("20"), get())), answered());
        add(
                "HPACK: a smaller table, then a larger one",
                c -> {
                    return open(c, HEAD, join(hex("20 3f e1 1f"), get()));
                },
                answered());
    }
}
