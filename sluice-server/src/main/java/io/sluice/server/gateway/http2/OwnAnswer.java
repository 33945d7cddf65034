package io.sluice.server.gateway.http2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.sluice.http.answer.Answer;
import java.nio.charset.StandardCharsets;

/** An answer that no upstream gave. */
record OwnAnswer(int status, HttpHeaders headers, ByteBuf body) {
    static OwnAnswer of(Answer answer) {
        HttpHeaders headers = new DefaultHttpHeaders();
        answer.fields().forEach(field -> headers.add(field.name(), field.value()));
        return new OwnAnswer(answer.status(), headers, Unpooled.wrappedBuffer(answer.body()));
    }

    /** A problem document. */
    static OwnAnswer problem(int status, String detail) {
        String title = HttpResponseStatus.valueOf(status).reasonPhrase();
        String text = "{\"type\":\"about:blank\",\"title\":\"" + title + "\",\"status\":" + status + ",\"detail\":\""
                + detail + "\"}";
        HttpHeaders headers = new DefaultHttpHeaders();
        headers.set("content-type", "application/problem+json");
        headers.set("cache-control", "no-store");
        return new OwnAnswer(status, headers, Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
    }

    static OwnAnswer unavailable(long retryAfterSeconds) {
        OwnAnswer answer = problem(503, "No server can take this request now.");
        answer.headers.set("retry-after", retryAfterSeconds);
        return answer;
    }
}
