package io.sluice.server.gateway.http2;

import static io.sluice.server.gateway.http2.Blocks.get;
import static io.sluice.server.gateway.http2.Blocks.never;
import static io.sluice.server.gateway.http2.Blocks.post;
import static io.sluice.server.gateway.http2.FrameClient.END_HEADERS;
import static io.sluice.server.gateway.http2.FrameClient.END_STREAM;
import static io.sluice.server.gateway.http2.FrameClient.HEADERS;
import static io.sluice.server.gateway.http2.FrameClient.PING;
import static io.sluice.server.gateway.http2.ProtocolCase.until;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Part of what HTTP/2 asks of a server. */
abstract class CaseList {
    static final int HEAD = END_STREAM | END_HEADERS;
    static final int UNKNOWN = 0x16;
    static final int LARGEST_FRAME = 16_384;

    private final List<ProtocolCase> cases = new ArrayList<>();

    List<ProtocolCase> cases() {
        return cases;
    }

    final void add(String name, ProtocolCase.Script script, ProtocolCase.Outcome outcome) {
        cases.add(new ProtocolCase(name, script, outcome));
    }

    /** A request whose stream's first frame is this one. */
    static FrameAnswer open(FrameClient client, int flags, byte[] block) throws IOException {
        FrameAnswer stream = client.next();
        client.frame(HEADERS, flags, stream.stream, block);
        return stream;
    }

    static FrameAnswer silent(FrameClient client) throws IOException {
        return open(client, HEAD, never());
    }

    static FrameAnswer upload(FrameClient client) throws IOException {
        return open(client, END_HEADERS, post());
    }

    /** A stream that was answered whole. */
    static FrameAnswer closed(FrameClient client) throws IOException {
        return open(client, HEAD, get()).whole();
    }

    /** A stream that the client has reset. */
    static FrameAnswer reset(FrameClient client) throws IOException {
        FrameAnswer stream = silent(client);
        client.reset(stream.stream);
        return stream;
    }

    /** Sends a frame on the stream. */
    static FrameAnswer then(FrameClient client, FrameAnswer stream, int type, int flags, byte[] payload)
            throws IOException {
        client.frame(type, flags, stream.stream, payload);
        return stream;
    }

    /** Sends a frame that is about no stream. */
    static FrameAnswer connection(FrameClient client, int type, int flags, byte[] payload) throws IOException {
        client.frame(type, flags, 0, payload);
        return client.at(0);
    }

    static ProtocolCase.Outcome acknowledged(int times) {
        return until("acknowledged", (client, stream) -> client.acknowledged.get() == times);
    }

    /** As much of an answer comes, and no more although a further request is answered meanwhile. */
    static ProtocolCase.Outcome sends(int bytes) {
        return (client, stream) -> {
            FrameClient.await(bytes + " bytes", () -> stream.size() >= bytes);
            int before = client.acknowledged.get();
            client.frame(PING, 0, 0, new byte[8]);
            FrameClient.await("an answer to a ping", () -> client.acknowledged.get() > before);
            if (stream.size() != bytes || stream.ended) {
                throw new AssertionError("sent " + stream.size());
            }
        };
    }
}
