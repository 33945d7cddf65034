package io.sluice.server.gateway.http2;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;

/** Told by a {@link Back} what comes from the upstream. */
interface Answering {
    /** A place on a connection has been found. */
    void ready(Back back);

    void interim(int status, HttpHeaders headers);

    void answered(int status, HttpHeaders headers, Rest rest);

    /** Takes the content over. */
    void answerBody(ByteBuf content);

    void answerEnd(HttpHeaders trailers);

    /** Nothing more comes until {@link Back#read}. */
    void answerPaused();

    /** Whether the upstream keeps up has changed. */
    void backWritable();

    /** No connection, or it broke before the answer was whole. */
    void broken(Throwable cause);
}
