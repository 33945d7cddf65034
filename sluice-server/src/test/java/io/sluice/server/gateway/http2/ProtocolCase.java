package io.sluice.server.gateway.http2;

import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Something that a client of HTTP/2 does, and what a server may do about it.
 *
 * @param name where the protocol speaks of it, and what is sent
 */
record ProtocolCase(String name, Script script, Outcome outcome) {
    static final int PROTOCOL_ERROR = 1;
    static final int FLOW_CONTROL_ERROR = 3;
    static final int STREAM_CLOSED = 5;
    static final int FRAME_SIZE_ERROR = 6;
    static final int REFUSED_STREAM = 7;
    static final int COMPRESSION_ERROR = 9;

    /** Sends frames, and says which stream they are about. */
    @FunctionalInterface
    interface Script {
        FrameAnswer send(FrameClient client) throws IOException;
    }

    /** What shows that a case went well; throws if it did not. */
    @FunctionalInterface
    interface Outcome {
        void await(FrameClient client, FrameAnswer stream) throws IOException;
    }

    @Override
    public String toString() {
        return name;
    }

    /** The stream is reset with one of these errors. A server may end the whole connection instead. */
    static Outcome streamError(int... errors) {
        Set<Integer> codes = Arrays.stream(errors).boxed().collect(Collectors.toSet());
        return (client, stream) -> {
            FrameClient.await("a reset", () -> stream.reset >= 0 || isOver(client));
            if (stream.reset >= 0) {
                verify(codes.contains((int) stream.reset), "reset with " + stream.reset);
            } else {
                verifyEnd(client, codes);
            }
        };
    }

    /** The connection ends with one of these errors, or without a word. */
    static Outcome connectionError(int... errors) {
        Set<Integer> codes = Arrays.stream(errors).boxed().collect(Collectors.toSet());
        return (client, stream) -> {
            FrameClient.await("the end of the connection", () -> isOver(client));
            verifyEnd(client, codes);
            FrameClient.await("the connection closed", () -> client.closed);
        };
    }

    /** The request is answered with 200, and the connection goes on. */
    static Outcome answered() {
        return answered(200);
    }

    static Outcome answered(int status) {
        return (client, stream) -> {
            verify(stream.whole().status() == status, "answered " + stream.status());
            goesOn().await(client, stream);
        };
    }

    /** The request is answered as malformed, or its stream is reset. */
    static Outcome refused() {
        return (client, stream) -> {
            FrameClient.await("an answer", () -> !stream.heads.isEmpty() || stream.reset >= 0 || isOver(client));
            if (stream.heads.isEmpty()) {
                streamError(PROTOCOL_ERROR).await(client, stream);
            } else {
                verify(stream.status() == 400, "answered " + stream.status());
            }
        };
    }

    /** The connection takes one more request. */
    static Outcome goesOn() {
        return (client, stream) -> {
            FrameAnswer next = client.get("/");
            verify(next.whole().status() == 200, "answered " + next.status());
            verify(client.goAway.get() < 0, "told to go away with " + client.goAway);
        };
    }

    /** The server answers something, and the connection goes on. */
    static Outcome until(String what, Seen seen) {
        return (client, stream) -> {
            FrameClient.await(what, when(seen, client, stream));
            goesOn().await(client, stream);
        };
    }

    @FunctionalInterface
    interface Seen {
        boolean by(FrameClient client, FrameAnswer stream);
    }

    private static BooleanSupplier when(Seen seen, FrameClient client, FrameAnswer stream) {
        return () -> seen.by(client, stream);
    }

    private static boolean isOver(FrameClient client) {
        return client.closed || client.goAway.get() >= 0;
    }

    private static void verifyEnd(FrameClient client, Set<Integer> codes) {
        int said = client.goAway.get();
        verify(said < 0 || codes.contains(said), "told to go away with " + said);
    }

    private static void verify(boolean holds, String seen) {
        if (!holds) {
            throw new AssertionError(seen);
        }
    }
}
