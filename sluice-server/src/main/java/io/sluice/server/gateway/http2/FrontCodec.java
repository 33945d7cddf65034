package io.sluice.server.gateway.http2;

import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2FrameWriter;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2PromisedRequestVerifier;
import io.netty.handler.codec.http2.Http2Settings;

/** Builds the codec of a connection on which a client speaks HTTP/2: Netty's, whose resets are counted by {@link ResetLimit}. */
final class FrontCodec extends Http2FrameCodecBuilder {
    /** In so many seconds a client may reset so many streams. */
    private static final int WINDOW_SECONDS = 30;

    private static final int MOST_RESETS = 200;

    private FrontCodec(DefaultHttp2ConnectionDecoder decoder, DefaultHttp2ConnectionEncoder encoder) {
        decoderEnforceMaxRstFramesPerWindow(MOST_RESETS, WINDOW_SECONDS);
        gracefulShutdownTimeoutMillis(0);
        codec(decoder, encoder);
    }

    static Http2FrameCodec of(ObjectSettings settings) {
        int head = settings.head().head();
        DefaultHttp2Connection connection = new DefaultHttp2Connection(true);
        ResetLimit resets = new ResetLimit(new DefaultHttp2FrameWriter(), connection);
        DefaultHttp2ConnectionEncoder encoder = new DefaultHttp2ConnectionEncoder(connection, resets);
        DefaultHttp2HeadersDecoder heads = new DefaultHttp2HeadersDecoder(true, head);
        StreamOrder reader = new StreamOrder(new DefaultHttp2FrameReader(heads), connection, resets);
        DefaultHttp2ConnectionDecoder decoder = new DefaultHttp2ConnectionDecoder(
                connection, encoder, reader, Http2PromisedRequestVerifier.ALWAYS_VERIFY, true, true, true);
        return new FrontCodec(decoder, encoder)
                .initialSettings(Http2Settings.defaultSettings()
                        .maxConcurrentStreams(settings.streams())
                        .maxHeaderListSize(head))
                .build();
    }
}
