package io.sluice.server.gateway.http2;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;

/**
 * Reads answers of HTTP/1.1, one at a time, and takes no status line but {@code HTTP/1.0} or {@code HTTP/1.1} and three
 * digits from 100 on: Netty reads {@code 0200} as 200, and lets {@code 099} pass.
 */
final class AnswerDecoder extends HttpResponseDecoder {
    private static final int MOST_HEAD_BYTES = 65_536;

    private boolean toHead;

    AnswerDecoder() {
        super(new HttpDecoderConfig().setMaxInitialLineLength(MOST_HEAD_BYTES).setMaxHeaderSize(MOST_HEAD_BYTES));
    }

    /** Whether the next answer is one to HEAD, which has no body. */
    void expect(boolean answerToHead) {
        toHead = answerToHead;
    }

    @Override
    protected HttpMessage createMessage(String[] statusLine) {
        String version = statusLine[0];
        if (!(version.equals("HTTP/1.1") || version.equals("HTTP/1.0")) || AnswerStatus.of(statusLine[1]) == 0) {
            throw new IllegalArgumentException("malformed status line");
        }
        return super.createMessage(statusLine);
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage message) {
        boolean interim =
                message instanceof HttpResponse answer && answer.status().code() < 200;
        return (toHead && !interim) || super.isContentAlwaysEmpty(message);
    }
}
