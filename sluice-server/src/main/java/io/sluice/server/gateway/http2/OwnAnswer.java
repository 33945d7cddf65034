package io.sluice.server.gateway.http2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.sluice.http.answer.Answer;
import io.sluice.http.field.Field;
import io.sluice.server.gateway.Problem;
import java.util.List;

/** An answer that no upstream gave. */
record OwnAnswer(int status, HttpHeaders headers, ByteBuf body) {
    static OwnAnswer of(Answer answer) {
        return of(answer.status(), answer.fields(), answer.body());
    }

    /** A problem document. */
    static OwnAnswer problem(int status, String detail) {
        return of(status, Problem.fields(status), Problem.body(status, detail));
    }

    static OwnAnswer unavailable(long retryAfterSeconds) {
        return of(503, Problem.fields(retryAfterSeconds), Problem.body(503, "No server can take this request now."));
    }

    private static OwnAnswer of(int status, List<Field> fields, byte[] body) {
        HttpHeaders headers = new DefaultHttpHeaders();
        fields.forEach(field -> headers.add(field.name(), field.value()));
        return new OwnAnswer(status, headers, Unpooled.wrappedBuffer(body));
    }
}
