package io.sluice.server.resp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** Requests and replies without a connection. */
final class TestRequest {
    private TestRequest() {}

    static Request of(String... words) {
        Request request = new Request();
        request.begin(String.join("", words).getBytes(StandardCharsets.ISO_8859_1));
        int at = 0;
        for (String word : words) {
            request.add(at, at + word.length());
            at += word.length();
        }
        return request;
    }

    static String text(Replies replies) {
        ByteBuf out = Unpooled.buffer();
        replies.moveTo(out);
        return out.toString(StandardCharsets.ISO_8859_1);
    }
}
